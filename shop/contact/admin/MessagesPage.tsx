import { Link, useLoaderData, useRevalidator } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import type { Message } from '../contract.ts'
import { purchaseIn } from '../rules.ts'

const stateNames = { all: 'All', unread: 'Unread' }

export { MessagesPage as Component }

export const loader = listLoader(managedContactRoutes.listMessages, ['all', 'unread'])

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
      empty={view.state === 'unread' ? 'Everything is read' : 'No messages'}
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
function MessageItem({ message, onChanged }: { message: Message; onChanged: () => void }) {
  const about = purchaseIn(message.message)
  return (
    <li className={`panel grid gap-3 p-5 shadow-none ${message.read ? '' : 'border-l-4 border-l-vivid'}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <a href={`mailto:${message.email}`} className="text-link break-all">
          {message.email}
        </a>
        <span className="text-muted">
          <DateTime at={message.createdAt} />
        </span>
        {!message.read && <span className="chip bg-accent-tint text-accent-text">Unread</span>}
        <button
          type="button"
          className="btn btn-quiet btn-small ml-auto"
          onClick={() => void mark(message, !message.read).then(onChanged)}
        >
          {message.read ? 'Mark as unread' : 'Mark as read'}
          <span className="sr-only">: {message.email}</span>
        </button>
      </header>
      {about && (
        <p>
          <Link to={urls.purchase(about.id)} className="text-link inline-flex min-h-6 items-center text-sm">
            Purchase {about.number}
          </Link>
        </p>
      )}
      <p className="max-w-[75ch] text-[15px] break-words whitespace-pre-wrap">
        {about?.text ?? message.message}
      </p>
    </li>
  )
}

async function mark({ _id }: Message, read: boolean) {
  try {
    await authApi(managedContactRoutes.markMessage, { params: { id: _id }, body: { read } })
  } catch (error) {
    toastError(error)
  }
}
