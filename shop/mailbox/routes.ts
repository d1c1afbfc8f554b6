import type { Routes } from '~/platform/client/route.ts'
import type { MailboxContract } from './contract.ts'

export const mailboxRoutes: Routes<MailboxContract> = {
  listMailboxMails: { method: 'GET', path: '/api/mailbox' },
}
