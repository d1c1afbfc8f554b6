import type { ReactNode } from 'react'
import { useState } from 'react'
import { ApiError } from '~/platform/client/call.ts'
import { ConfirmDialog } from '~/platform/ui/ConfirmDialog.tsx'
import { Dialog } from '~/platform/ui/Dialog.tsx'
import { callAs } from './session/auth-client.ts'

type Props = { path: string; about: ReactNode; done: string; onClose: (isOver: boolean) => void }
type Outcome = { title: string; tone: 'done' | 'asks'; text: string }

/** Asks, deletes, and tells what came of it. */
export function DeleteDialog({ path, about, done, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome>()
  async function remove() {
    try {
      await callAs('DELETE', path)
      setOutcome({ title: 'Deleted!', tone: 'done', text: done })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setOutcome({ title: 'Not deleted', tone: 'asks', text: error.message })
    }
  }
  if (!outcome)
    return (
      <ConfirmDialog onYes={remove} onNo={() => onClose(false)}>
        <p>You won't be able to revert this!</p>
        {about}
      </ConfirmDialog>
    )
  // Also when it was refused: something has changed meanwhile, and the list shows what is true now.
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
