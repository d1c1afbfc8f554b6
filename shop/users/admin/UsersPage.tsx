import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { userRoutes } from '~/shop/routes.ts'
import type { ListedUser } from '../contract.ts'

export { UsersPage as Component }

export const loader = listLoader(userRoutes.listUsers)

function UsersPage() {
  const data = useLoaderData<Listed<ListedUser> | null>()
  const { revalidate } = useRevalidator()
  const session = useSession()
  if (!data || session.status !== 'signed-in') return null
  return (
    <ListPage
      title="All Users"
      list={data}
      one="user"
      search="Email or name"
      next="Next"
      empty="No users found"
    >
      <Table columns={['Email', 'Admin', 'Action']}>
        {data.rows.map((user) => (
          <Row
            key={user._id}
            user={user}
            isMe={user.email === session.user.email}
            onChanged={() => void revalidate()}
          />
        ))}
      </Table>
    </ListPage>
  )
}

type RowProps = { user: ListedUser; isMe: boolean; onChanged: () => void }

function Row({ user, isMe, onChanged }: RowProps) {
  return (
    <tr>
      <td className="card-head">
        <span className="block font-medium break-all">{user.email}</span>
        <span className="block text-[13px] text-muted">{user.name}</span>
      </td>
      <Cell name="Admin">
        {user.admin ? (
          <span className="chip bg-accent-tint text-accent-text">
            <Icon name="shield" />
            Admin
          </span>
        ) : (
          'No'
        )}
      </Cell>
      <td>
        {isMe ? (
          <span className="text-muted">This is you</span>
        ) : (
          <span className="flex flex-wrap gap-2">
            {/* One button, so that the focus stays where it was. */}
            <RowButton
              text={user.admin ? 'Remove Admin' : 'Make Admin'}
              of={user.email}
              onClick={() => void setAdmin(user.email, !user.admin, onChanged)}
            />
            <Delete user={user} onDeleted={onChanged} />
          </span>
        )}
      </td>
    </tr>
  )
}

function Delete({ user: { email, name }, onDeleted }: { user: ListedUser; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  async function yes() {
    await remove(email)
    setIsAsking(false)
    onDeleted()
  }
  return (
    <>
      <RowButton text="Delete" of={email} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <ConfirmDialog onYes={yes} onNo={() => setIsAsking(false)}>
          <p>You won't be able to revert this!</p>
          <DialogSubject name={email}>{name}</DialogSubject>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Without a question: the notice has an undo button. */
async function setAdmin(email: string, admin: boolean, onChanged: () => void) {
  try {
    await authApi(admin ? userRoutes.makeAdmin : userRoutes.removeAdmin, { params: { email } })
    toast('success', admin ? `${email} successfully an admin` : `${email} is no longer an admin`, {
      action: { text: 'Undo', run: () => void setAdmin(email, !admin, onChanged) },
    })
  } catch (error) {
    toast('error', reason(error))
  }
  onChanged()
}

async function remove(email: string) {
  try {
    const { deletedCount, message } = await authApi(userRoutes.deleteUser, { params: { email } })
    if (deletedCount === 1) toast('success', `${email} successfully deleted`)
    else toast('error', notDeleted(email, message))
  } catch (error) {
    const isForbidden = error instanceof ApiError && error.status === 403
    toast('error', isForbidden ? error.message : notDeleted(email, reason(error)))
  }
}

const notDeleted = (email: string, message: string) => `${email} could not be deleted because ${message}`

function reason(error: unknown) {
  if (error instanceof ApiError) return error.message
  throw error
}
