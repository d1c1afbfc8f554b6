import type { SyntheticEvent } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { FilterTabs } from '~/platform/lists/ListPage.tsx'
import { Pagination } from '~/platform/lists/Pagination.tsx'
import { readChoice, readListQuery } from '~/platform/lists/read-list-query.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { mailboxRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { MailboxMail } from './contract.ts'
import { mailHtml, mailsPerPage, splitAtLinks } from './rules.ts'

const views = { mail: 'As a mail program shows it', text: 'Its text' } as const
type View = keyof typeof views

/** The mails and codes of a demo; the page exists on the demo's own machine only. */
function MailboxPage() {
  const { mails, total, page, openedId, isChosen, view } = useLoaderData<Mailbox>()
  const opened = mails.find(({ id }) => id === openedId)
  const { revalidate, state } = useRevalidator()
  return (
    <div className="section">
      <Title page="Mailbox" description="Mails and codes of this demo shop." />
      <header
        className={`mb-6 flex flex-wrap items-end justify-between gap-4 ${isChosen ? 'max-lg:mb-0' : ''}`}
      >
        <div className="grid gap-2">
          <h1 className={`headline ${isChosen ? 'max-lg:sr-only' : ''}`}>Mailbox</h1>
          <p className={`lead ${isChosen ? 'max-lg:hidden' : ''}`}>
            This demo shop sends nothing: its mails and codes are here, and only on this machine.
          </p>
        </div>
        {useHydrated() && (
          <button
            type="button"
            className={`btn btn-quiet ${isChosen ? 'max-lg:hidden' : ''}`}
            aria-disabled={state === 'loading'}
            onClick={() => void revalidate()}
          >
            Check for new mail
          </button>
        )}
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={`grid gap-4 ${isChosen ? 'max-lg:hidden' : ''}`}>
          <p role="status" className="text-sm text-muted">
            {total === 0
              ? 'Nothing was sent yet. Register, and the mail will be here.'
              : `${countOf(total, 'message')}, newest first`}
          </p>
          {total > 0 && (
            <ul className="panel divide-y divide-line overflow-hidden shadow-none">
              {mails.map((mail) => (
                <MailRow key={mail.id} mail={mail} page={page} isOpened={mail.id === openedId} />
              ))}
            </ul>
          )}
          <Pagination
            label="Pages of the mailbox"
            current={page}
            last={Math.ceil(total / mailsPerPage)}
            address={(n) => urls.mailbox({ page: n })}
          />
        </div>
        {opened && (
          <div className={`grid min-w-0 gap-4 ${isChosen ? '' : 'max-lg:hidden'}`}>
            <Link to={urls.mailbox({ page })} className="text-link w-fit py-2 lg:hidden">
              All messages
            </Link>
            <OpenedMail key={opened.id} mail={opened} view={view} page={page} />
          </div>
        )}
      </div>
    </div>
  )
}

const titleOf = ({ kind, subject }: MailboxMail) => (kind === 'sms' ? 'Text message' : subject)

type RowProps = { mail: MailboxMail; page: number; isOpened: boolean }

const MailRow = ({ mail, page, isOpened }: RowProps) => (
  <li>
    <Link
      to={urls.mailbox({ mail: mail.id, page })}
      aria-current={isOpened ? 'true' : undefined}
      className="grid grid-cols-1 gap-0.5 border-l-4 border-transparent px-4 py-3 hover:bg-sunken lg:aria-[current]:border-accent lg:aria-[current]:bg-sunken"
    >
      <span className="flex items-baseline justify-between gap-3 text-[13px] text-muted">
        <span className="min-w-0 truncate">{mail.to}</span>
        <SentAt at={mail.at} />
      </span>
      <span className="font-semibold">{titleOf(mail)}</span>
    </Link>
  </li>
)

type OpenedProps = { mail: MailboxMail; view: View; page: number }

function OpenedMail({ mail, view, page }: OpenedProps) {
  const { id, kind, from, to, at, text, hasHtml } = mail
  const isHtml = hasHtml && view === 'mail'
  return (
    <article className="panel grid gap-4 p-4 shadow-none sm:p-6" aria-labelledby="opened">
      <header className="grid gap-2">
        <h2 id="opened" className="text-[22px]">
          {titleOf(mail)}
        </h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm [&>dd]:break-all [&>dt]:text-muted">
          {kind === 'mail' && (
            <>
              <dt>From</dt>
              <dd>{from}</dd>
            </>
          )}
          <dt>To</dt>
          <dd>{to}</dd>
          <dt>Date</dt>
          <dd>
            <SentAt at={at} />
          </dd>
        </dl>
      </header>
      {hasHtml && (
        <FilterTabs
          label="How the mail is shown"
          names={views}
          current={view}
          address={(name) => urls.mailbox({ mail: id, page, ...(name === 'text' && { view: name }) })}
        />
      )}
      {isHtml ? (
        <iframe
          title={titleOf(mail)}
          src={mailHtml(id)}
          sandbox="allow-same-origin allow-top-navigation-by-user-activation"
          className="h-[75vh] w-full rounded-control border border-line"
          onLoad={stretchToContent}
          ref={stretchIfLoaded}
        />
      ) : (
        <p className="max-w-[75ch] text-[15px] break-words whitespace-pre-wrap">
          <WithLinks text={text} />
        </p>
      )}
    </article>
  )
}

/** As tall as the mail. No script runs in there; it is of our own origin, so that it can be measured from here. */
function stretch(frame: HTMLIFrameElement) {
  const content = frame.contentDocument?.documentElement.scrollHeight
  if (content) frame.style.height = `${content + 2}px`
}
const stretchToContent = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => stretch(currentTarget)
/** What the server has sent may be loaded before the page is alive. */
const stretchIfLoaded = (frame: HTMLIFrameElement | null) => {
  if (frame?.contentDocument?.readyState === 'complete') stretch(frame)
}

/** In the visitor's time zone, which the server does not know. */
const SentAt = ({ at }: { at: string }) =>
  useHydrated() ? <DateTime at={at} toTheMinute /> : <span className="invisible">00/00/0000, 00:00 AM</span>

/** Links to this shop keep the present host name: the cookie of the registration belongs to it. */
function WithLinks({ text }: { text: string }) {
  const publicUrl = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl ?? ''
  const here = (link: string) => (link.startsWith(`${publicUrl}/`) ? link.slice(publicUrl.length) : link)
  return splitAtLinks(text).map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same link may stand in a text twice
      <a key={i} href={here(piece)} className="text-link break-all">
        {piece}
      </a>
    ),
  )
}

export type Mailbox = {
  mails: MailboxMail[]
  total: number
  page: number
  /** The newest, where there is room for it beside the list, until one is chosen. */
  openedId: string | undefined
  isChosen: boolean
  view: View
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Mailbox> {
  const { page } = readListQuery(request, { byKeyset: false })
  const { data, total } = await context.get(apiContext)(mailboxRoutes.listMailboxMails, { query: { page } })
  const id = new URL(request.url).searchParams.get('mail')
  // Who was told of a mail finds it opened, also on a phone.
  const chosen = id === 'newest' ? data[0] : data.find((mail) => mail.id === id)
  return {
    mails: data,
    total,
    page,
    openedId: (chosen ?? data[0])?.id,
    isChosen: chosen !== undefined,
    view: readChoice(request, 'view', Object.keys(views) as View[]),
  }
}

export { MailboxPage as Component }
