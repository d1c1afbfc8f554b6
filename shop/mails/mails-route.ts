import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { UndeliveredMail } from './contract.ts'

export { MailsPage as Component } from './MailsPage.tsx'

export const loader = listLoader<UndeliveredMail>(urls.api.undeliveredMails)
