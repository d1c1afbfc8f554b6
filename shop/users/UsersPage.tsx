import { useRef } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { CallProblem } from '~/platform/call.ts'
import { rowsPerPage } from '~/platform/pages/list-query.ts'
import { Cell } from '~/platform/ui/Cell.tsx'
import { ConfirmDelete } from '~/platform/ui/ConfirmDelete.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import { ListSearch } from '~/platform/ui/ListSearch.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { callAs } from '~/shop/identity/entering.ts'
import { identityUrls } from '~/shop/identity/identity-urls.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedUser } from './contract.ts'
import type { UsersData } from './users-route.ts'

export function UsersPage() {
  const data = useLoaderData<UsersData | null>()
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!data) return null
  const { users, total, page, q } = data

  async function changed() {
    await revalidate()
    // The button that had the focus is gone.
    heading.current?.focus()
  }
  return (
    <ListPage
      title="All Users"
      total={total}
      one="user"
      many="users"
      page={page}
      perPage={rowsPerPage}
      address={(number) => urls.users({ page: number, q })}
      heading={heading}
      tools={
        <ListSearch
          label="Search users"
          placeholder="Email or name"
          q={q}
          address={(words) => urls.users({ q: words })}
        />
      }
      empty="No users found"
    >
      <table className="cards-when-narrow">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Admin</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user._id} user={user} onChanged={changed} />
          ))}
        </tbody>
      </table>
    </ListPage>
  )
}

function Row({ user, onChanged }: { user: ListedUser; onChanged: () => Promise<void> }) {
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
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() => void makeAdmin(user.email).then(onChanged)}
            >
              Make Admin<span className="sr-only">: {user.email}</span>
            </button>
          )}
          <ConfirmDelete what={user.email} onYes={() => remove(user.email).then(onChanged)} />
        </span>
      </td>
    </tr>
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
