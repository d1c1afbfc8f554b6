import { sql } from 'kysely'
import type { UserRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { normalEmail } from '~/platform/email.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { changeRole, isUnverified, lockAdmins, usersByEmail } from '~/shop/identity/users.server.ts'
import type { ListedUser, StaffRole, UserContract } from './contract.ts'
import { refuse } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'
import { deleteUser } from './delete-user.server.ts'

export type PeopleDependencies = {
  database: Database
  onUserDeleted: OnUserDeleted
  /** For what an admin has let in. */
  onAdminRemoved: (tx: Tx, email: string) => Promise<unknown>
}

/** How admins manage users. */
export const peopleEndpoints = ({
  database,
  onUserDeleted,
  onAdminRemoved,
}: PeopleDependencies): Pick<
  Implementations<UserContract>,
  'listUsers' | 'makeAdmin' | 'removeAdmin' | 'changeRole' | 'deleteUser'
> => ({
  listUsers: {
    access: 'people',
    summary:
      'All users by address; one page of them with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
    handler: ({ query }) => listUsers(database.db, query),
  },
  makeAdmin: {
    access: 'people',
    programs: 'never',
    forbidden: () => refuse('may_not_promote'),
    summary: 'Makes somebody an admin who has proven their address',
    async handler({ params, caller }) {
      await promoteToAdmin(database, caller, params.email)
      return { matchedCount: 1 as const }
    },
  },
  removeAdmin: {
    access: 'people',
    programs: 'never',
    forbidden: () => refuse('may_not_remove_admin'),
    summary: 'Makes another admin a customer again, from their next request on',
    async handler({ params, caller }) {
      await removeAdmin(database, onAdminRemoved, caller, params.email)
      return { matchedCount: 1 as const }
    },
  },
  changeRole: {
    access: 'people',
    programs: 'never',
    forbidden: () => refuse('may_not_change_role'),
    summary:
      'Makes somebody a packer, an editor or a customer again, unless their role is another than was seen',
    async handler({ params, body, caller }) {
      await setRole(database, caller, { email: params.email, ...body })
      return { role: body.role }
    },
  },
  deleteUser: {
    access: 'people',
    programs: 'never',
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

/** By address; a whole address finds its one user directly. */
async function listUsers(db: Db, query: ListQuery) {
  const exactMatch = query.q && (await userByEmail(db, normalEmail(query.q)))
  if (exactMatch) return new WithTotal([toListed(exactMatch)], 1)
  const where = query.q ? [matches(query.q)] : []
  const page = await readListPage<UserRow>(db, { ...usersByEmail, where }, query)
  return page.map(toListed)
}

const matches = (typed: string) =>
  sql<boolean>`(${sql.join(
    [
      contains(sql.ref('email'), typed.toLowerCase()),
      contains(sql`lower(name)`, typed.toLowerCase()),
      // SQLite lower-cases ASCII only: other letters match as they are written.
      contains(sql.ref('name'), typed),
    ],
    sql` or `,
  )})`

const toListed = (row: UserRow): ListedUser => ({
  _id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  admin: row.role === 'admin',
  createdAt: row.created_at,
})

const details = { matchedCount: 0 }

/** Only for a verified address: otherwise the next to register it would inherit the role. */
async function promoteToAdmin(database: Database, caller: Caller, email: string) {
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    if (!admins.has(caller.userId)) throw refuse('may_not_promote')
    if (await isUnverified(tx, email)) throw refuse('unverified', { details })
    if (await changeRole(tx, email, { from: ['user', 'packer', 'editor'], to: 'admin' }))
      await record(tx, caller, { what: 'made admin', subject: email })
    else if (!(await userByEmail(tx, email))) throw refuse('nobody_to_promote', { details })
  })
}

/** Roles are read at every request: from the next one on the user is a customer. */
async function removeAdmin(
  database: Database,
  onAdminRemoved: PeopleDependencies['onAdminRemoved'],
  caller: Caller,
  email: string,
) {
  if (email === caller.email) throw refuse('remove_yourself', { details })
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // The caller's own row is locked and stays an admin, so the last admin is never removed.
    if (!admins.has(caller.userId)) throw refuse('may_not_remove_admin')
    if (await changeRole(tx, email, { from: ['admin'], to: 'user' })) {
      await onAdminRemoved(tx, email)
      await record(tx, caller, { what: 'admin removed', subject: email })
    } else if (!(await userByEmail(tx, email))) throw refuse('nobody_to_promote', { details })
  })
}

type RoleChange = { email: string; from: StaffRole; role: StaffRole }

/** Of an admin only after that role was taken from them: it is no choice of the list. */
async function setRole(database: Database, caller: Caller, { email, from, role }: RoleChange) {
  if (email === caller.email) throw refuse('may_not_change_role')
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    if (!admins.has(caller.userId)) throw refuse('may_not_change_role')
    if (await isUnverified(tx, email)) throw refuse('unverified')
    if (await changeRole(tx, email, { from: [from], to: role })) {
      if (from !== role)
        await record(tx, caller, { what: 'role changed', subject: email, details: { from, to: role } })
      return
    }
    const user = await userByEmail(tx, email)
    if (!user) throw refuse('nobody_to_promote')
    // Sent twice, it is done once.
    if (user.role !== role)
      throw refuse('role_changed', { values: { role: user.role }, details: { role: user.role } })
  })
}
