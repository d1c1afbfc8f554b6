import { contains } from '~/platform/db/contains.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { ListWish } from '~/platform/http/list-wish.ts'
import { pageOf } from '~/platform/http/list-wish.ts'
import type { Subscription } from './contract.ts'

const atOnce = 500

/** False when the address was on the list already. */
export async function subscribe(tx: Tx, email: string) {
  const added = await tx
    .insertInto('newsletter_subscriptions')
    .values({ email, created_at: new Date().toISOString() })
    .onConflict((c) => c.column('email').doNothing())
    .returning('email')
    .executeTakeFirst()
  return added !== undefined
}

export const leave = (db: Db | Tx, email: string) =>
  db.deleteFrom('newsletter_subscriptions').where('email', '=', email).execute()

export async function subscriptions(db: Db, wish: ListWish) {
  let wanted = db.selectFrom('newsletter_subscriptions')
  if (wish.q) wanted = wanted.where((e) => contains(e.ref('email'), wish.q!.toLowerCase()))
  let rows = wanted.selectAll().orderBy('created_at', 'desc').orderBy('email', 'desc')
  const page = pageOf(wish)
  if (page) rows = rows.limit(page.limit).offset(page.offset)
  const [found, { count }] = await Promise.all([
    rows.execute(),
    wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows: found.map(toSubscription), total: Number(count) }
}

export const subscriptionsAfter = async (db: Db, last: Subscription | undefined) => {
  let rows = db.selectFrom('newsletter_subscriptions').selectAll().orderBy('email').limit(atOnce)
  if (last) rows = rows.where('email', '>', last.email)
  return (await rows.execute()).map(toSubscription)
}

const toSubscription = (row: { email: string; created_at: string }): Subscription => ({
  email: row.email,
  createdAt: row.created_at,
})
