import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { CallProblem } from '~/platform/call.ts'
import { Cell } from '~/platform/ui/Cell.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import { Question } from '~/platform/ui/Question.tsx'
import { RowButton } from '~/platform/ui/RowButton.tsx'
import { Table } from '~/platform/ui/Table.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import type { Listed } from '~/shop/identity/admin-get.ts'
import { callAs } from '~/shop/identity/entering.ts'
import { identityUrls } from '~/shop/identity/identity-urls.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedUser } from './contract.ts'

export function UsersPage() {
  const data = useLoaderData<Listed<ListedUser> | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  return (
    <ListPage
      title="All Users"
      list={data}
      one="user"
      address={urls.users}
      search="Email or name"
      further="Further"
      empty="No users found"
    >
      <Table columns={['Email', 'Admin', 'Action']}>
        {data.rows.map((user) => (
          <Row key={user._id} user={user} onChanged={() => void revalidate()} />
        ))}
      </Table>
    </ListPage>
  )
}

function Row({ user, onChanged }: { user: ListedUser; onChanged: () => void }) {
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
        <span className="flex flex-wrap gap-2">
          {!user.admin && (
            <RowButton
              text="Make Admin"
              of={user.email}
              onClick={() => void makeAdmin(user.email).then(onChanged)}
            />
          )}
          <Delete email={user.email} onDeleted={onChanged} />
        </span>
      </td>
    </tr>
  )
}

function Delete({ email, onDeleted }: { email: string; onDeleted: () => void }) {
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
        <Question onYes={yes} onNo={() => setIsAsking(false)}>
          <p className="break-words">
            <b className="text-ink">{email}</b>
          </p>
          <p>You won't be able to revert this!</p>
        </Question>
      )}
    </>
  )
}

async function makeAdmin(email: string) {
  try {
    const { matchedCount } = await callAs<{ matchedCount: number }>('PUT', urls.api.makeAdmin(email))
    if (matchedCount === 1) toast('success', `${email} successfully an admin`)
  } catch (error) {
    toast('error', reason(error))
  }
}

async function remove(email: string) {
  try {
    await callAs('DELETE', identityUrls.api.user(email))
    toast('success', `${email} successfully deleted`)
  } catch (error) {
    const isForbidden = error instanceof CallProblem && error.status === 403
    toast('error', isForbidden ? error.message : `${email} could not be deleted because ${reason(error)}`)
  }
}

function reason(error: unknown) {
  if (error instanceof CallProblem) return error.message
  throw error
}
