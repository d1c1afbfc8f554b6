import { csvFile } from '~/platform/http/csv-file.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { myContactRoutes } from '~/shop/account-routes.ts'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import { contactRoutes } from '~/shop/routes.ts'
import { answerMessage } from './answer-message.server.ts'
import type { ContactContract, Message, MyMessage } from './contract.ts'
import { contactContract, refuse } from './contract.ts'
import { readThread } from './read-thread.server.ts'
import type { Post } from './send-message.server.ts'
import { sendMessage } from './send-message.server.ts'
import { allMessages, markMessage, messages } from './store.server.ts'

type Dependencies = Post & { mailWorker: MailWorker; business: Pick<OpenBusiness, 'now'> }

export function contactApi(dependencies: Dependencies) {
  const send = async (message: MyMessage, caller?: Caller) => {
    const insertedId = await sendMessage(dependencies, message, caller)
    void dependencies.mailWorker.wake()
    return { insertedId }
  }
  return endpoints({ ...contactRoutes, ...myContactRoutes, ...managedContactRoutes }, contactContract, {
    sendMessage: {
      access: 'everyone',
      summary: 'A message to the shop, about a part if one is named: stored, and mailed to the workshop',
      perMinute: 5,
      handler: ({ body }) => send(body),
    },
    sendMyMessage: {
      access: 'signed-in',
      summary: 'The same from somebody whom the shop knows, about one of their purchases if one is named',
      perMinute: 5,
      handler: ({ body, caller }) => send(body, caller),
    },
    ...inboxEndpoints(dependencies),
  })
}

/** The messages of the contact page, for admins. */
function inboxEndpoints({
  mailWorker,
  business,
  ...post
}: Dependencies): Omit<Implementations<ContactContract>, 'sendMessage' | 'sendMyMessage'> {
  const { db } = post.database
  const answer = async (by: Caller, input: { id: string; answer: string | null; seen: number }) => {
    const insertedId = await answerMessage({ ...post, shopName: () => business.now.shop.name }, by, input)
    void mailWorker.wake()
    return { insertedId }
  }
  return {
    listMessages: {
      access: 'people',
      summary:
        'Messages to the shop, newest first, by ?state=; one page with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ query }) => messages(db, query),
    },
    getMessage: {
      access: 'people',
      summary: 'A message with its answers, and what is known of who wrote it and what it is about',
      handler: ({ params }) => readThread(db, post.config, params.id),
    },
    markMessage: {
      access: 'people',
      summary: 'Marks a message as read or unread',
      async handler({ params, body }) {
        const modifiedCount = await markMessage(db, params.id, body.read)
        if (modifiedCount === 0) throw refuse('unknown_message')
        return { modifiedCount }
      },
    },
    answerMessage: {
      access: 'people',
      summary: 'Mails an answer to who wrote; refused when there are more answers than the caller has `seen`',
      handler: ({ params, body, caller }) => answer(caller, { ...params, ...body }),
    },
    answerElsewhere: {
      access: 'people',
      summary: 'Says that a message was answered by telephone or by one’s own mail program; nobody is mailed',
      handler: ({ params, body, caller }) => answer(caller, { ...params, ...body, answer: null }),
    },
    exportMessages: {
      access: 'people',
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
              ['Answered', (row) => row.answeredAt ?? ''],
            ],
          },
          allMessages(db),
        )
      },
    },
  }
}
