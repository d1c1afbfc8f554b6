import { Link, useLoaderData, useRevalidator } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import type { Message } from '../contract.ts'
import { messageStates, purchaseIn } from '../thread-rules.ts'
import { MarkButton, MessageState } from './MessageState.tsx'

const stateNames = { all: 'All', unread: 'Unread', read: 'Read', answered: 'Answered' }
const emptyStates: Record<string, string> = {
  unread: 'Everything is read',
  read: 'Everything that is read is answered',
  answered: 'Nothing is answered yet',
}

export { MessagesPage as Component }

export const loader = listLoader(managedContactRoutes.listMessages, messageStates)

function MessagesPage() {
  const data = useLoaderData<Listed<Message> | null>()
  const { revalidate } = useRevalidator()
  const { messages } = useWaiting()
  if (!data) return null
  const { rows, view } = data
  return (
    <ListPage
      title="Messages"
      list={data}
      one="message"
      actions={<ExportButton download={() => fetchAs(managedContactRoutes.exportMessages)} />}
      search="Email or words of the message"
      states={stateNames}
      waiting={{ unread: messages?.count ?? 0 }}
      empty={emptyStates[view.state] ?? 'No messages'}
    >
      <ul className="grid gap-3">
        {rows.map((message) => (
          <MessageItem key={message._id} message={message} onChanged={() => void revalidate()} />
        ))}
      </ul>
    </ListPage>
  )
}

/** An unread message is marked by a word and a border, not by colour alone. */
const MessageItem = ({ message, onChanged }: { message: Message; onChanged: () => void }) => (
  <li className={`panel grid gap-3 p-5 shadow-none ${message.read ? '' : 'border-l-4 border-l-vivid'}`}>
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Link
        to={urls.message(message._id)}
        className="text-link inline-flex min-h-11 items-center font-semibold break-all"
      >
        {message.email}
      </Link>
      <span className="text-muted">
        <DateTime at={message.createdAt} />
      </span>
      <MessageState message={message} />
      <span className="ml-auto flex flex-wrap gap-2">
        <MarkButton message={message} onMarked={onChanged} />
        <Link
          to={urls.message(message._id)}
          className={`btn btn-small ${message.answeredAt ? 'btn-quiet' : 'btn-main'}`}
        >
          {message.answeredAt ? 'Open' : 'Answer'}
          <span className="sr-only">: {message.email}</span>
        </Link>
      </span>
    </header>
    <p className="line-clamp-3 max-w-[75ch] text-[15px] wrap-anywhere whitespace-pre-line">
      {purchaseIn(message.message)?.text ?? message.message}
    </p>
  </li>
)
