import { useState } from 'react'
import { CallProblem } from '~/platform/call.ts'
import { Dialog } from '~/platform/ui/Dialog.tsx'
import { callAs } from '~/shop/identity/entering.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'

type Props = { product: Product; onDeleted: () => void }
type Step = { is: 'closed' | 'asking' | 'deleting' | 'deleted' | 'refused'; why?: string }

/** The button of a row, and the dialog behind it. */
export function DeleteProduct({ product, onDeleted }: Props) {
  const [step, setStep] = useState<Step>({ is: 'closed' })
  const isOver = step.is === 'deleted' || step.is === 'refused'

  async function remove() {
    setStep({ is: 'deleting' })
    try {
      await callAs('DELETE', urls.api.changeProduct(product._id))
      setStep({ is: 'deleted' })
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      setStep({ is: 'refused', why: error.message })
    }
  }
  function close() {
    setStep({ is: 'closed' })
    // Deleted by somebody else, perhaps: the list shows what is true now.
    if (isOver) onDeleted()
  }

  return (
    <>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setStep({ is: 'asking' })}>
        Delete<span className="sr-only"> {product.productName}</span>
      </button>
      {isOver && (
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
          <p>{step.is === 'deleted' ? 'Your file has been deleted.' : step.why}</p>
        </Dialog>
      )}
      {(step.is === 'asking' || step.is === 'deleting') && (
        <Dialog
          isOpen
          onClose={step.is === 'deleting' ? undefined : close}
          title="Are you sure?"
          actions={
            <>
              <button
                type="button"
                className="btn btn-quiet"
                disabled={step.is === 'deleting'}
                onClick={close}
              >
                Keep it
              </button>
              <button
                type="button"
                className="btn btn-danger"
                disabled={step.is === 'deleting'}
                onClick={() => void remove()}
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
