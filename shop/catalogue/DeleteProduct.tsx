import { useState } from 'react'
import { CallProblem } from '~/platform/call.ts'
import { Dialog } from '~/platform/ui/Dialog.tsx'
import { callAs } from '~/shop/identity/entering.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'

type Props = { product: Product; onClose: (wasDeleted: boolean) => void }
type Step = { is: 'asking' | 'deleting' | 'deleted' | 'refused'; why?: string }

/** Stands on the page, not in the row: the row may be gone before the dialog is read. */
export function DeleteProduct({ product, onClose }: Props) {
  const [step, setStep] = useState<Step>({ is: 'asking' })
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

  if (isOver)
    return (
      <Dialog
        isOpen
        onClose={() => onClose(true)}
        title={step.is === 'deleted' ? 'Deleted!' : 'Not deleted'}
        tone={step.is === 'deleted' ? 'done' : 'asks'}
        actions={
          <button type="button" className="btn btn-main" onClick={() => onClose(true)}>
            OK
          </button>
        }
      >
        <p>{step.is === 'deleted' ? 'Your file has been deleted.' : step.why}</p>
      </Dialog>
    )
  const isDeleting = step.is === 'deleting'
  return (
    <Dialog
      isOpen
      onClose={isDeleting ? undefined : () => onClose(false)}
      title="Are you sure?"
      actions={
        <>
          <button
            type="button"
            className="btn btn-quiet"
            disabled={isDeleting}
            onClick={() => onClose(false)}
          >
            Keep it
          </button>
          <button
            type="button"
            className="btn btn-danger"
            disabled={isDeleting}
            onClick={() => void remove()}
          >
            {isDeleting ? 'Deleting…' : 'Yes, delete it!'}
          </button>
        </>
      }
    >
      <p>You won't be able to revert this!</p>
    </Dialog>
  )
}
