import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { Message, MessageListQuery } from './contract.ts'
import { allMessages, markMessage, messages } from './store.server.ts'

/** The messages of the contact page, for admins. */
export const inboxApi = ({ db }: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/messages',
    who: 'admin',
    summary:
      'Messages to the shop, newest first; one page with ?page=, ?limit= and ?q=, unread with ?state=unread; on from x-next-from with ?from=',
    query: MessageListQuery,
    answer: z.array(Message),
    async act({ query }) {
      const { messages: rows, total, ...places } = await messages(db, query)
      return new WithTotal(rows, total, places)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/messages/:id',
    who: 'admin',
    summary: 'Marks a message as read or unread',
    params: z.object({ id: z.string() }),
    body: z.object({ read: z.boolean() }),
    answer: z.object({ modifiedCount: z.number().int() }),
    async act({ params, body }) {
      const modifiedCount = await markMessage(db, params.id, body.read)
      if (modifiedCount === 0) throw new Refusal(404, 'unknown_message', 'There is no such message.')
      return { modifiedCount }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/messages.csv',
    who: 'admin',
    summary: 'All messages as a table for spreadsheets, oldest first',
    answer: z.string(),
    async act() {
      return csvFile(
        {
          name: 'messages',
          columns: [
            ['Date', (row: Message) => row.createdAt],
            ['Email', (row) => row.email],
            ['Message', (row) => row.message],
            ['Read', (row) => (row.read ? 'yes' : 'no')],
          ],
        },
        allMessages(db),
      )
    },
  }),
]
