import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { countOf, formatCount } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { issuesRoutes, managedTextsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { useCurrent } from '~/shop/identity/session/private-get.ts'
import { Markdown } from '~/shop/texts/Markdown.tsx'
import { urls } from '~/shop/urls.ts'
import type { EditedNewsletter } from './contract.ts'
import { MailText } from './MailText.tsx'
import { NewsletterChip } from './NewsletterChip.tsx'
import type { NextState } from './rules.ts'
import { isUnderWay, mayBecome, mayRetry } from './rules.ts'

/** How far a newsletter is, and what can be done about it. */
export function WatchNewsletter({ newsletter }: { newsletter: EditedNewsletter }) {
  const { _id: id } = newsletter
  const { current, reload } = useCurrent(newsletter, {
    read: () => authApi(issuesRoutes.getNewsletter, { params: { id } }),
    isMoving: ({ state }) => isUnderWay(state),
  })
  const { subject, state, startedAt, endedAt, failures } = current
  const [isStopping, setIsStopping] = useState(false)
  const act = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      toastError(error)
    }
    setIsStopping(false)
    await reload()
  }
  const become = (next: NextState) =>
    act(() => authApi(issuesRoutes.setNewsletterState, { params: { id }, body: { state: next } }))
  const retry = () =>
    act(async () => {
      const { again } = await authApi(issuesRoutes.retryNewsletter, { params: { id } })
      toast('success', `It is sent again to ${countOf(again, 'reader')}`)
    })
  return (
    <div className="grid max-w-3xl gap-5">
      <Title page={subject} />
      <Link to={urls.newsletters()} className="text-link justify-self-start">
        All newsletters
      </Link>
      <header className="grid gap-2">
        <h1 className="text-[28px] wrap-anywhere sm:text-[36px]">{subject}</h1>
        <p role="status" className="flex flex-wrap items-center gap-3 text-muted">
          <NewsletterChip state={state} />
          <span>
            Sent <DateTime at={startedAt!} toTheMinute />
            {endedAt && (
              <>
                , {state === 'stopped' ? 'stopped' : 'done'} <DateTime at={endedAt} toTheMinute />
              </>
            )}
          </span>
        </p>
      </header>
      <section aria-labelledby="progress" className="panel grid gap-5 p-5 shadow-none sm:p-8">
        <h2 id="progress" className="text-[22px]">
          Progress
        </h2>
        <Progress {...current} />
        <Problem {...current} />
        {failures.length > 0 && (
          <ul aria-label="Why it failed" className="grid gap-1 text-sm text-muted">
            {failures.map(({ error, count }) => (
              <li key={error}>
                {countOf(count, 'mailbox', 'mailboxes')}: the mail server said {error}
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {mayBecome(state, 'paused') && (
            <button type="button" className="btn btn-quiet" onClick={() => void become('paused')}>
              Pause
            </button>
          )}
          {mayBecome(state, 'sending') && (
            <button type="button" className="btn btn-main" onClick={() => void become('sending')}>
              Go on
            </button>
          )}
          {mayRetry(state) && current.failed > 0 && !current.isForgotten && (
            <button type="button" className="btn btn-quiet" onClick={() => void retry()}>
              Send again to {formatCount(current.failed)} failed
            </button>
          )}
          {mayBecome(state, 'stopped') && (
            <button type="button" className="btn btn-quiet" onClick={() => setIsStopping(true)}>
              Stop
            </button>
          )}
        </div>
      </section>
      <ShownText markdown={current.markdown} />
      {isStopping && (
        <ConfirmDialog
          title="Stop it for good?"
          yes="Stop it"
          no="Let it go on"
          busy="Stopping…"
          onYes={() => become('stopped')}
          onNo={() => setIsStopping(false)}
        >
          <p>Nobody else gets it. To go on later, pause it instead.</p>
          <DialogSubject name={subject}>{null}</DialogSubject>
        </ConfirmDialog>
      )}
    </div>
  )
}

function Progress({ recipients, sent, failed, left, waiting, state }: EditedNewsletter) {
  if (recipients === undefined) return <p className="text-muted">Writing down whom it is for…</p>
  const figures: [name: string, count: number][] = [
    ['Recipients', recipients],
    ['Sent', sent],
    ['Failed', failed],
    ['Left before', left],
    [state === 'stopped' ? 'Not sent' : 'Still to come', waiting],
  ]
  return (
    <>
      <progress
        aria-label="Progress"
        className="h-2 w-full accent-accent"
        max={Math.max(1, recipients)}
        value={recipients === 0 ? 1 : recipients - waiting}
      />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {figures.map(([name, count]) => (
          <div key={name} className="grid content-start">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-[22px] font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Problem({ problem, nextAt, state }: EditedNewsletter) {
  if (!problem) return null
  return (
    <p role="alert" className="rounded-control bg-warn-tint p-4 text-warn">
      {state === 'paused' ? (
        `Ten mails in a row were refused, the last one with ${problem}. It is paused: look at what your mail server says, then go on and send again to those that failed.`
      ) : (
        <>
          The mail server takes no mails at the moment ({problem}).
          {nextAt && (
            <>
              {' '}
              The next try is at <DateTime at={nextAt} toTheMinute />. Nobody is left out.
            </>
          )}
        </>
      )}
    </p>
  )
}

/** As it was sent. */
function ShownText({ markdown }: { markdown: string }) {
  const [nodes, setNodes] = useState<MarkdownNode[]>()
  const show = async () => {
    try {
      setNodes((await authApi(managedTextsRoutes.previewText, { body: { markdown } })).nodes)
    } catch (error) {
      toastError(error)
    }
  }
  if (!nodes)
    return (
      <button type="button" className="btn btn-quiet justify-self-start" onClick={() => void show()}>
        Show the text
      </button>
    )
  return (
    <section aria-label="Text" className="panel p-5 shadow-none sm:p-8">
      <Markdown nodes={nodes} />
      <MailText nodes={nodes} />
    </section>
  )
}
