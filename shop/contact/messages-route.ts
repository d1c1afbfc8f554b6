import type { LoaderFunctionArgs } from 'react-router'
import { listQuery, rowsPerPage } from '~/platform/pages/list-query.ts'
import { adminList } from '~/shop/identity/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Message } from './contract.ts'

export { MessagesPage as Component } from './MessagesPage.tsx'

export type MessagesData = {
  messages: Message[]
  total: number
  page: number
  q: string
  state: 'all' | 'unread'
}

export async function loader({ request }: LoaderFunctionArgs): Promise<MessagesData | null> {
  const { page, q, ...asked } = listQuery(request)
  const state = asked.state === 'unread' ? 'unread' : 'all'
  const found = await adminList<Message>(urls.api.messages({ page, q, state, limit: rowsPerPage }))
  return found ? { messages: found.data, total: found.total, page, q, state } : null
}
