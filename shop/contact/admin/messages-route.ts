import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { contactRoutes } from '../routes.ts'

export { MessagesPage as Component } from './MessagesPage.tsx'

export const loader = listLoader(contactRoutes.listMessages, ['all', 'unread'])
