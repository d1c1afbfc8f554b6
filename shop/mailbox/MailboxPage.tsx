import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Pagination } from '~/platform/lists/Pagination.tsx'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { mailboxRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { MailboxMail } from './contract.ts'
import { mailsPerPage, splitAtLinks } from './rules.ts'

/** The mails and codes of a demo; the page exists on the demo's own machine only. */
function MailboxPage() {
  const { mails, total, page } = useLoaderData<Mailbox>()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="section">
      <Title page="Mailbox" description="Mails and codes of this demo shop." />
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="headline">Mailbox</h1>
          <p className="lead">
            This demo shop sends nothing: its mails and codes are here, and only on this machine.
          </p>
        </div>
        {useHydrated() && (
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled={state === 'loading'}
            onClick={() => void revalidate()}
          >
            Check for new mail
          </button>
        )}
      </header>
      <p role="status" className="mb-4 text-sm text-muted">
        {total === 0
          ? 'Nothing was sent yet. Register, and the mail will be here.'
          : `${countOf(total, 'message')}, newest first`}
      </p>
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <MailPanel key={mail.id} mail={mail} />
        ))}
      </ul>
      <div className="mt-8">
        <Pagination
          label="Pages of the mailbox"
          current={page}
          last={Math.ceil(total / mailsPerPage)}
          address={(n) => urls.mailbox({ page: n })}
        />
      </div>
    </div>
  )
}

const MailPanel = ({ mail: { kind, to, subject, at, text } }: { mail: MailboxMail }) => (
  <li className="panel grid gap-4 p-5 shadow-none sm:p-6">
    <header className="grid gap-1">
      <h2 className="font-sans text-base font-semibold tracking-normal">
        {kind === 'sms' ? 'Text message' : subject}
      </h2>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="break-all">To {to}</span>
        <SentAt at={at} />
      </p>
    </header>
    <p className="max-w-[75ch] text-[15px] break-words whitespace-pre-wrap">
      <WithLinks text={text} />
    </p>
  </li>
)

/** In the visitor's time zone, which the server does not know. */
const SentAt = ({ at }: { at: string }) => (useHydrated() ? <DateTime at={at} toTheMinute /> : null)

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

export type Mailbox = { mails: MailboxMail[]; total: number; page: number }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Mailbox> {
  const { page } = readListQuery(request, { byKeyset: false })
  const { data, total } = await context.get(apiContext)(mailboxRoutes.listMailboxMails, { query: { page } })
  return { mails: data, total, page }
}

export { MailboxPage as Component }
