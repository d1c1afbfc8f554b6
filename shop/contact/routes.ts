import type { Routes } from '~/platform/client/route.ts'
import type { ContactContract } from './contract.ts'

export const contactRoutes: Routes<ContactContract> = {
  sendMessage: { method: 'POST', path: '/api/contact' },
  listMessages: { method: 'GET', path: '/api/messages', defaults: { state: 'all' } },
  markMessage: { method: 'PATCH', path: '/api/messages/:id' },
  exportMessages: { method: 'GET', path: '/api/messages.csv' },
}
