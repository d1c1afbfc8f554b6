import type { ReactNode } from 'react'
import { useState } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  title?: string
  yes?: string
  busy?: string
  onYes: () => Promise<unknown>
  onNo: () => void
  children: ReactNode
}

/** Before what cannot be undone. Who asks closes it, also after a yes. */
export function ConfirmDialog({ title, yes, busy, onYes, onNo, children }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  function agree() {
    setIsBusy(true)
    void onYes().finally(() => setIsBusy(false))
  }
  return (
    <Dialog
      onClose={isBusy ? undefined : onNo}
      title={title ?? 'Are you sure?'}
      actions={
        <>
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled={isBusy}
            onClick={() => isBusy || onNo()}
          >
            Keep it
          </button>
          <button
            type="button"
            className="btn btn-danger"
            aria-disabled={isBusy}
            onClick={() => isBusy || agree()}
          >
            {isBusy ? (busy ?? 'Deleting…') : (yes ?? 'Yes, delete it!')}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
