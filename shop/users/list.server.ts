import { sql } from 'kysely'
import type { UserRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { normalEmail } from '~/platform/email.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { usersByEmail } from '~/shop/identity/users.server.ts'
import type { ListedUser } from './contract.ts'

/** By address; a whole address finds its one user directly. */
export async function listUsers(db: Db, query: ListQuery) {
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
