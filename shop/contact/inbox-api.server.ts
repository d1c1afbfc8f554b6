import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import type { ContactContract, Message } from './contract.ts'
import { refuse } from './contract.ts'
import { allMessages, markMessage, messages } from './store.server.ts'

/** The messages of the contact page, for admins. */
export const inboxEndpoints = ({ db }: Database): Omit<Implementations<ContactContract>, 'sendMessage'> => ({
  listMessages: {
    access: 'admin',
    summary:
      'Messages to the shop, newest first; one page with ?page=, ?limit= and ?q=, unread with ?state=unread; on from x-next-from with ?from=',
    handler: ({ query }) => messages(db, query),
  },
  markMessage: {
    access: 'admin',
    summary: 'Marks a message as read or unread',
    async handler({ params, body }) {
      const modifiedCount = await markMessage(db, params.id, body.read)
      if (modifiedCount === 0) throw refuse('unknown_message')
      return { modifiedCount }
    },
  },
  exportMessages: {
    access: 'admin',
    summary: 'All messages as a table for spreadsheets, oldest first',
    async handler() {
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
  },
})
