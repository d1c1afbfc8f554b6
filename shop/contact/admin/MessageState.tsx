import { toastError } from '~/platform/ui/toasts.ts'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Message } from '../contract.ts'

type Props = { message: Pick<Message, '_id' | 'email' | 'read' | 'answeredAt'> }

export function MessageState({ message: { read, answeredAt } }: Props) {
  if (!read) return <span className="chip bg-accent-tint text-accent-text">Unread</span>
  return answeredAt ? <span className="chip bg-success-tint text-success">Answered</span> : null
}

export function MarkButton({ message, onMarked }: Props & { onMarked: () => void }) {
  const { read, email } = message
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small"
      onClick={() => void setRead(message, !read).then(onMarked)}
    >
      {read ? 'Mark as unread' : 'Mark as read'}
      <span className="sr-only">: {email}</span>
    </button>
  )
}

export async function setRead({ _id }: Pick<Message, '_id'>, read: boolean) {
  try {
    await authApi(managedContactRoutes.markMessage, { params: { id: _id }, body: { read } })
  } catch (error) {
    toastError(error)
  }
}
