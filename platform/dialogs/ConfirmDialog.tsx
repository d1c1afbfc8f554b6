import type { ReactNode } from 'react'
import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { Dialog } from './Dialog.tsx'

type Props = {
  title?: string
  yes?: string
  no?: string
  busy?: string
  onYes: () => Promise<unknown>
  onNo: () => void
  children: ReactNode
}

/** Before what cannot be undone. Who asks closes it, also after a yes. */
export function ConfirmDialog({ title, yes, no = 'Keep it', busy, onYes, onNo, children }: Props) {
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
            {no}
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

type DeleteDialogProps = {
  onDelete: () => Promise<unknown>
  about: ReactNode
  done: string
  /** True when something was tried, so that the list may have changed. */
  onClose: (isOver: boolean) => void
  /** What can be done after a refusal instead; undefined where that is nothing. */
  instead?: (refusal: ApiError) => Instead | undefined
}
type Instead = { text: string; onDelete: () => Promise<unknown> }
type Outcome = { title: string; tone: 'done' | 'asks'; text: string; instead?: Instead | undefined }

/** Asks, deletes, and shows the result. */
export function DeleteDialog({ onDelete, about, done, onClose, instead }: DeleteDialogProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  async function remove(tryToDelete: () => Promise<unknown>) {
    try {
      await tryToDelete()
      setOutcome({ title: 'Deleted!', tone: 'done', text: done })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setOutcome({ title: 'Not deleted', tone: 'asks', text: error.message, instead: instead?.(error) })
    }
  }
  if (!outcome)
    return (
      <ConfirmDialog onYes={() => remove(onDelete)} onNo={() => onClose(false)}>
        <p>You won't be able to revert this!</p>
        {about}
      </ConfirmDialog>
    )
  if (outcome.instead)
    return (
      <ConfirmDialog
        title={outcome.title}
        yes={outcome.instead.text}
        onYes={() => remove(outcome.instead!.onDelete)}
        onNo={() => onClose(true)}
      >
        <p>{outcome.text}</p>
        {about}
      </ConfirmDialog>
    )
  // Also after a refusal: something has changed meanwhile, and the list must show it.
  const close = () => onClose(true)
  return (
    <Dialog
      onClose={close}
      title={outcome.title}
      tone={outcome.tone}
      actions={
        <button type="button" className="btn btn-main" onClick={close}>
          OK
        </button>
      }
    >
      <p>{outcome.text}</p>
      {about}
    </Dialog>
  )
}
