import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { mailsRoutes } from './routes.ts'

export { MailsPage as Component } from './MailsPage.tsx'

export const loader = listLoader(mailsRoutes.listUndeliveredMails)
