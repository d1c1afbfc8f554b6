import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { Dialog, DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { isStaff } from '~/platform/roles.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { userRoutes } from '~/shop/account-routes.ts'
import { roleNames } from '~/shop/identity/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { ListedUser, StaffRole } from '../contract.ts'

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
        {isStaff(user.role) ? (
          <span className={`chip ${user.admin ? 'bg-accent-tint text-accent-text' : 'bg-sunken text-ink'}`}>
            {user.admin && <Icon name="shield" />}
            {roleNames[user.role]}
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
            {user.role !== 'admin' && (
              <ChooseRole email={user.email} from={user.role} onChanged={onChanged} />
            )}
            <Delete user={user} onDeleted={onChanged} />
          </span>
        )}
      </td>
    </tr>
  )
}

/** What each of them does, in the words of the list. */
const choices: Record<StaffRole, string> = {
  user: 'orders parts, and sees what is theirs',
  packer: 'packs and sends parcels, answers and receives returns; sees no payments',
  editor: 'writes the pages of the shop; sees no customers',
}

type ChooseRoleProps = { email: string; from: StaffRole; onChanged: () => void }

function ChooseRole({ email, from, onChanged }: ChooseRoleProps) {
  const [role, setRole] = useState<StaffRole>()
  const close = () => setRole(undefined)
  async function save() {
    close()
    if (role && role !== from) await changeRole(email, { from, role }, onChanged)
  }
  return (
    <>
      <RowButton text="Role" of={email} onClick={() => setRole(from)} />
      {role && (
        <Dialog
          title="Which role?"
          onClose={close}
          actions={
            <>
              <button type="button" className="btn btn-quiet" onClick={close}>
                Cancel
              </button>
              <button type="button" className="btn btn-main" onClick={() => void save()}>
                Save
              </button>
            </>
          }
        >
          <DialogSubject name={email}>{null}</DialogSubject>
          <fieldset className="mt-3 grid gap-1 text-left">
            <legend className="sr-only">Role of {email}</legend>
            {(Object.keys(choices) as StaffRole[]).map((choice) => (
              <label key={choice} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
                <input
                  type="radio"
                  name="role"
                  className="mt-0.5 size-5 flex-none accent-accent"
                  checked={role === choice}
                  onChange={() => setRole(choice)}
                />
                <span>
                  <b className="font-semibold text-ink">{roleNames[choice]}</b> {choices[choice]}
                </span>
              </label>
            ))}
          </fieldset>
        </Dialog>
      )}
    </>
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
      actions: [{ text: 'Undo', run: () => void setAdmin(email, !admin, onChanged) }],
    })
  } catch (error) {
    toast('error', reason(error))
  }
  onChanged()
}

async function changeRole(email: string, body: { from: StaffRole; role: StaffRole }, onChanged: () => void) {
  try {
    const { role } = await authApi(userRoutes.changeRole, { params: { email }, body })
    toast('success', `The role of ${email} is ${roleNames[role]} now`, {
      actions: [
        { text: 'Undo', run: () => void changeRole(email, { from: role, role: body.from }, onChanged) },
      ],
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
