import { useEffect } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { useRestoreFocus } from '~/platform/lists/use-restore-focus.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Answer, MessageThread } from '../contract.ts'
import { formerColleague, purchaseIn } from '../thread-rules.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { Beside } from './Beside.tsx'
import { MarkButton, MessageState, setRead } from './MessageState.tsx'

export { MessagePage as Component }

export const loader = async ({ params }: LoaderFunctionArgs) =>
  (await staffGet(managedContactRoutes.getMessage, { params: { id: params.id! } })) ?? null

/** A message, what was answered, and who wrote it. */
function MessagePage() {
  const message = useLoaderData<MessageThread | null>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { heading, rows } = useRestoreFocus()
  const unread = message && !message.read ? message._id : undefined
  // Who opens it reads it. Marked as unread, it is left.
  useEffect(() => {
    if (unread) void setRead({ _id: unread }, true).then(revalidate)
  }, [unread, revalidate])
  if (!message) return null
  return (
    <div {...rows} className="grid grid-cols-1 gap-4">
      <Title page={`Message from ${message.email}`} />
      <header className="grid gap-1">
        <p>
          <Link to={urls.messages()} className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm">
            <Icon name="back" />
            Messages
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 {...heading} className="text-[28px] break-all sm:text-[32px]">
            {message.email}
          </h1>
          <MessageState message={message} />
          {message.read && (
            <span className="ml-auto">
              <MarkButton message={message} onMarked={() => void navigate(urls.messages())} />
            </span>
          )}
        </div>
      </header>
      <div className="purchase-columns">
        <div>
          <ol className="grid gap-4" aria-label="Messages of this thread">
            <li>
              <article
                className="panel grid gap-2 p-5 shadow-none"
                aria-label={`Message from ${message.email}`}
              >
                <p className="text-sm text-muted">
                  <DateTime at={message.createdAt} toTheMinute />
                </p>
                <Words text={purchaseIn(message.message)?.text ?? message.message} />
              </article>
            </li>
            {message.answers.map((answer) => (
              <li key={answer._id}>
                <AnswerCard answer={answer} />
              </li>
            ))}
          </ol>
          <AnswerForm message={message} onChanged={revalidate} />
        </div>
        <Beside message={message} />
      </div>
    </div>
  )
}

/** Whatever stands in them, they are words. */
const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="max-w-[75ch] text-[15px] wrap-anywhere whitespace-pre-wrap">
    {text}
  </p>
)

function AnswerCard({ answer: { answer, answeredAt, by = formerColleague, mail } }: { answer: Answer }) {
  return (
    <article
      className="panel ml-4 grid gap-2 border-l-4 border-l-accent p-5 shadow-none sm:ml-10"
      aria-label={`Answer by ${by}`}
    >
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <b className="font-semibold text-ink">{by}</b>
        <DateTime at={answeredAt} toTheMinute />
        {mail === 'waiting' && <span>Being sent</span>}
      </p>
      {answer === undefined ? (
        <p className="text-[15px] text-muted">Answered elsewhere: nothing was mailed from here.</p>
      ) : (
        <Words text={answer} />
      )}
      {mail === 'failed' && (
        <p className="text-sm text-danger">
          No mail server took this answer.{' '}
          <Link to={urls.undeliveredMails()} className="text-link">
            See why
          </Link>
        </p>
      )}
    </article>
  )
}
