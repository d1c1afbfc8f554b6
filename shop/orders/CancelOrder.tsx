import { useState } from 'react'
import { CallProblem } from '~/platform/call.ts'
import { Dialog } from '~/platform/ui/Dialog.tsx'
import { callAs } from '~/shop/identity/entering.ts'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'

type Props = { order: Order; onCancelled: () => void }
type Step = { is: 'closed' | 'asking' | 'deleting' | 'deleted' | 'refused'; why?: string }

/** The button of a row, and the dialog behind it. */
export function CancelOrder({ order, onCancelled }: Props) {
  const [step, setStep] = useState<Step>({ is: 'closed' })

  async function cancel() {
    setStep({ is: 'deleting' })
    try {
      await callAs('DELETE', urls.api.cancelOrder(order._id))
      setStep({ is: 'deleted' })
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      setStep({ is: 'refused', why: error.message })
    }
  }
  function close() {
    // Paid in another tab, perhaps: the list shows what is true now.
    if (step.is === 'deleted' || step.is === 'refused') onCancelled()
    setStep({ is: 'closed' })
  }

  return (
    <>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setStep({ is: 'asking' })}>
        Cancel<span className="sr-only"> {order.productName}</span>
      </button>
      {step.is === 'deleted' || step.is === 'refused' ? (
        <Dialog
          isOpen
          onClose={close}
          title={step.is === 'deleted' ? 'Deleted!' : 'Not deleted'}
          tone={step.is === 'deleted' ? 'done' : 'asks'}
          actions={
            <button type="button" className="btn btn-main" onClick={close}>
              OK
            </button>
          }
        >
          <p>{step.is === 'deleted' ? 'Order has been deleted.' : step.why}</p>
        </Dialog>
      ) : (
        <Dialog
          isOpen={step.is !== 'closed'}
          onClose={step.is === 'deleting' ? undefined : close}
          title="Are you sure?"
          actions={
            <>
              <button
                type="button"
                className="btn btn-quiet"
                aria-disabled={step.is === 'deleting'}
                onClick={close}
              >
                Keep it
              </button>
              <button
                type="button"
                className="btn btn-danger"
                disabled={step.is === 'deleting'}
                onClick={() => void cancel()}
              >
                {step.is === 'deleting' ? 'Deleting…' : 'Yes, delete it!'}
              </button>
            </>
          }
        >
          <p>You won't be able to revert this!</p>
        </Dialog>
      )}
    </>
  )
}
