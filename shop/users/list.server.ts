import { contains } from '~/platform/db/contains.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { ListWish } from '~/platform/http/list-wish.ts'
import { pageOf } from '~/platform/http/list-wish.ts'
import type { ListedUser } from './contract.ts'

/** By address: its unique index cuts the page. */
export async function listUsers(db: Db, wish: ListWish) {
  let wanted = db.selectFrom('users')
  if (wish.q) {
    const typed = wish.q
    wanted = wanted.where((e) =>
      e.or([
        contains(e.ref('email'), typed.toLowerCase()),
        contains(e.fn('lower', ['name']), typed.toLowerCase()),
        // SQLite lowers no letters beyond ASCII: those are found as they are written.
        contains(e.ref('name'), typed),
      ]),
    )
  }
  let rows = wanted.select(['id', 'email', 'name', 'role', 'created_at']).orderBy('email')
  const page = pageOf(wish)
  if (page) rows = rows.limit(page.limit).offset(page.offset)
  const [found, { count }] = await Promise.all([
    rows.execute(),
    wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const users = found.map(
    (row): ListedUser => ({
      _id: row.id,
      email: row.email,
      name: row.name,
      role: row.role,
      admin: row.role === 'admin',
      createdAt: row.created_at,
    }),
  )
  return { users, total: Number(count) }
}
