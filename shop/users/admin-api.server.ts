import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { Email } from '~/platform/http/input/email.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { ListedUser } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'
import { deleteUser, mayNotDelete } from './delete-user.server.ts'
import { listUsers } from './list.server.ts'
import { mayNotPromote, promoteToAdmin } from './make-admin.server.ts'
import { mayNotRemoveAdmin, removeAdmin } from './remove-admin.server.ts'

type Dependencies = { database: Database; onUserDeleted: OnUserDeleted }

const byEmail = z.object({ email: Email })

/** How admins manage users. */
export const peopleApi = ({ database, onUserDeleted }: Dependencies) => [
  endpoint({
    method: 'GET',
    path: '/api/users',
    who: 'admin',
    summary:
      'All users by address; one page of them with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
    query: ListQuery,
    answer: z.array(ListedUser),
    async act({ query }) {
      const { users, total, ...cursors } = await listUsers(database.db, query)
      return new WithTotal(users, total, cursors)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/user/admin/:email',
    who: 'admin',
    refusal: mayNotPromote,
    summary: 'Makes somebody an admin who has proven their address',
    params: byEmail,
    answer: z.object({ matchedCount: z.literal(1) }),
    async act({ params, caller }) {
      await promoteToAdmin(database, caller, params.email)
      return { matchedCount: 1 as const }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/user/admin/:email',
    who: 'admin',
    refusal: mayNotRemoveAdmin,
    summary: 'Makes another admin a customer again, from their next request on',
    params: byEmail,
    answer: z.object({ matchedCount: z.literal(1) }),
    async act({ params, caller }) {
      await removeAdmin(database, caller, params.email)
      return { matchedCount: 1 as const }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/user/:email',
    who: 'admin',
    refusal: mayNotDelete,
    summary: 'Deletes a person; unpaid orders are cancelled, paid ones stay in the books without the person',
    params: byEmail,
    answer: z.object({ deletedCount: z.literal(1), message: z.string() }),
    async act({ params, caller }) {
      await deleteUser(database, onUserDeleted, caller, params.email)
      return { deletedCount: 1 as const, message: `${params.email} successfully deleted` }
    },
  }),
]
