import type { Database } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { UserContract } from './contract.ts'
import { refuse } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'
import { deleteUser } from './delete-user.server.ts'
import { listUsers } from './list.server.ts'
import { promoteToAdmin } from './make-admin.server.ts'
import { removeAdmin } from './remove-admin.server.ts'

export type PeopleDependencies = { database: Database; onUserDeleted: OnUserDeleted }

/** How admins manage users. */
export const peopleEndpoints = ({
  database,
  onUserDeleted,
}: PeopleDependencies): Pick<
  Implementations<UserContract>,
  'listUsers' | 'makeAdmin' | 'removeAdmin' | 'deleteUser'
> => ({
  listUsers: {
    access: 'admin',
    summary:
      'All users by address; one page of them with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
    handler: ({ query }) => listUsers(database.db, query),
  },
  makeAdmin: {
    access: 'admin',
    forbidden: () => refuse('may_not_promote'),
    summary: 'Makes somebody an admin who has proven their address',
    async handler({ params, caller }) {
      await promoteToAdmin(database, caller, params.email)
      return { matchedCount: 1 as const }
    },
  },
  removeAdmin: {
    access: 'admin',
    forbidden: () => refuse('may_not_remove_admin'),
    summary: 'Makes another admin a customer again, from their next request on',
    async handler({ params, caller }) {
      await removeAdmin(database, caller, params.email)
      return { matchedCount: 1 as const }
    },
  },
  deleteUser: {
    access: 'admin',
    forbidden: () => refuse('may_not_delete'),
    summary: 'Deletes a person; unpaid orders are cancelled, paid ones stay in the books without the person',
    async handler({ params, caller }) {
      try {
        await deleteUser(database, onUserDeleted, caller, params.email)
      } catch (error) {
        return notDeleted(error)
      }
      return { deletedCount: 1 as const, message: `${params.email} successfully deleted` }
    },
  },
})

/** Specified: whoever may delete is answered deletedCount 0 and why; an old client reads nothing of other statuses. */
function notDeleted(error: unknown) {
  if (!(error instanceof Refusal) || error.status === 403) throw error
  return { deletedCount: 0 as const, message: error.message }
}
