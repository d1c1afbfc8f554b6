import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Message } from './contract.ts'

export { MessagesPage as Component } from './MessagesPage.tsx'

export const loader = listLoader<Message>(urls.api.messages, ['all', 'unread'])
