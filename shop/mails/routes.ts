import type { Routes } from '~/platform/client/route.ts'
import type { MailsContract } from './contract.ts'

export const mailsRoutes: Routes<MailsContract> = {
  listUndeliveredMails: { method: 'GET', path: '/api/mails' },
  retryMail: { method: 'POST', path: '/api/mails/:id/retry' },
  deleteMail: { method: 'DELETE', path: '/api/mails/:id' },
}
