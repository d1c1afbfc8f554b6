import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import { mailboxRoutes } from '~/shop/routes.ts'
import type { MailboxMail } from './contract.ts'

export { MailboxPage as Component } from './MailboxPage.tsx'

export type Mailbox = { mails: MailboxMail[]; total: number; page: number }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Mailbox> {
  const { page } = readListQuery(request, { byKeyset: false })
  const { data, total } = await context.get(apiContext)(mailboxRoutes.listMailboxMails, { query: { page } })
  return { mails: data, total, page }
}
