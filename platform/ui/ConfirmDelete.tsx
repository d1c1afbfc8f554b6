import { useState } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = { what: string; onYes: () => Promise<void> }

/** The button of a row and the question behind it; what became of it is told elsewhere. */
export function ConfirmDelete({ what, onYes }: Props) {
  const [step, setStep] = useState<'closed' | 'asking' | 'deleting'>('closed')
  const isDeleting = step === 'deleting'
  const close = () => setStep('closed')
  async function yes() {
    setStep('deleting')
    await onYes()
    close()
  }
  return (
    <>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setStep('asking')}>
        Delete<span className="sr-only"> {what}</span>
      </button>
      <Dialog
        isOpen={step !== 'closed'}
        onClose={isDeleting ? undefined : close}
        title="Are you sure?"
        actions={
          <>
            <button type="button" className="btn btn-quiet" aria-disabled={isDeleting} onClick={close}>
              Keep
            </button>
            <button type="button" className="btn btn-danger" disabled={isDeleting} onClick={() => void yes()}>
              {isDeleting ? 'Deleting…' : 'Yes, delete it!'}
            </button>
          </>
        }
      >
        <p className="break-words">
          <b className="text-ink">{what}</b>
        </p>
        <p>You won't be able to revert this!</p>
      </Dialog>
    </>
  )
}
