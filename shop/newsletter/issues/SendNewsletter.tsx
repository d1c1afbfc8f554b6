import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { issuesRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import type { EditedNewsletter } from './contract.ts'

type Props = {
  newsletter: EditedNewsletter
  /** As it is in the editor. */
  version: number
  isChanged: boolean
}

/** What can be done with a draft: only what is saved is sent, to as many as are shown. */
export function SendNewsletter({ newsletter, version, isChanged }: Props) {
  const { _id: id, subject, readers, perMinute } = newsletter
  const [asking, setAsking] = useState<'send' | 'delete'>()
  const [isTesting, setIsTesting] = useState(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const params = { id }
  const act = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      toastError(error)
      await revalidate()
    }
    setAsking(undefined)
  }
  const send = () =>
    act(async () => {
      await authApi(issuesRoutes.sendNewsletter, { params, body: { version, readers } })
      await revalidate()
    })
  const remove = () =>
    act(async () => {
      await authApi(issuesRoutes.deleteNewsletter, { params })
      toast('success', 'Newsletter deleted')
      await navigate(urls.newsletters())
    })
  async function test() {
    if (isTesting || isChanged) return
    setIsTesting(true)
    await act(async () => {
      const { to } = await authApi(issuesRoutes.testNewsletter, { params })
      toast('success', `The test is on its way to ${to}`)
    })
    setIsTesting(false)
  }
  return (
    <section aria-labelledby="send" className="panel grid gap-4 p-5 shadow-none sm:p-8">
      <h2 id="send" className="text-[22px]">
        Send it
      </h2>
      <p id="send-to" className="text-muted">
        {isChanged
          ? 'Save your changes first: only what is saved is sent.'
          : readers === 0
            ? 'Nobody has subscribed yet. A test goes to you alone.'
            : `It would go to ${countOf(readers, 'reader')}. A test goes to you alone.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={isTesting || isChanged}
          aria-describedby="send-to"
          onClick={() => void test()}
        >
          {isTesting ? 'Sending…' : 'Send me a test'}
        </button>
        <button
          type="button"
          className="btn btn-main"
          aria-disabled={isChanged || readers === 0}
          aria-describedby="send-to"
          onClick={() => isChanged || readers === 0 || setAsking('send')}
        >
          Send to {countOf(readers, 'reader')}
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => setAsking('delete')}>
          Delete
        </button>
      </div>
      {asking === 'send' && (
        <ConfirmDialog
          title={`Send it to ${countOf(readers, 'reader')}?`}
          yes="Send it"
          no="Not yet"
          busy="Sending…"
          onYes={send}
          onNo={() => setAsking(undefined)}
        >
          <p>
            Its text and its readers are frozen. It takes {timeFor(readers, perMinute)}; you can pause and
            stop it, but no mail that has left comes back.
          </p>
          <DialogSubject name={subject}>{null}</DialogSubject>
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog onYes={remove} onNo={() => setAsking(undefined)}>
          <p>The draft is gone for good.</p>
          <DialogSubject name={subject}>{null}</DialogSubject>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** By the pace of the shop. */
function timeFor(mails: number, perMinute: number) {
  const minutes = Math.ceil(mails / perMinute)
  return minutes < 90
    ? `about ${countOf(minutes, 'minute')}`
    : `about ${countOf(Math.ceil(minutes / 60), 'hour')}`
}
