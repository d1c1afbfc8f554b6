import { among } from '~/platform/db/among.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { allParts } from '~/platform/lists/long-table.server.ts'
import type { Copy } from './reencode.server.ts'
import type { Format, Width } from './rules.ts'
import { addressOfImage, idInAddress } from './rules.ts'

const ordersAtOnce = 10_000
const endOfTime = '9999-12-31T23:59:59.999Z'

const now = () => new Date().toISOString()

/** Whether we have it already; and then it counts as sent in just now, so that it is not taken for forgotten. */
export async function touchImage(db: Db | Tx, id: string) {
  const touched = await db
    .updateTable('images')
    .set({ uploaded_at: now() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return touched !== undefined
}

export const insertImage = (db: Db, id: string, copies: Copy[]) =>
  db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('images')
      .values({ id, uploaded_at: now() })
      .onConflict((c) => c.column('id').doUpdateSet({ uploaded_at: now() }))
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return
    await tx
      .insertInto('image_copies')
      .values(copies.map((copy) => ({ image_id: id, ...copy })))
      .onConflict((c) => c.columns(['image_id', 'width', 'format']).doNothing())
      .execute()
  })

export async function copyOfImage(db: Db, id: string, width: Width, format: Format) {
  const row = await db
    .selectFrom('image_copies')
    .select('bytes')
    .where('image_id', '=', id)
    .where('width', '=', width)
    .where('format', '=', format)
    .executeTakeFirst()
  return row && Buffer.from(row.bytes)
}

/** Pictures sent in before that time which nothing shows. */
export async function unusedImages(database: Database, before: string) {
  const { db } = database
  const old = await db.selectFrom('images').select('id').where('uploaded_at', '<', before).execute()
  if (old.length === 0) return []
  const shown = new Set<string | null>()
  const ours = addressOfImage('%')
  const queries = [
    db.selectFrom('products').select('image as address').where('image', 'like', ours),
    db
      .selectFrom('users')
      .select('photo as address')
      .where('photo', 'is not', null)
      .where('photo', 'like', ours),
  ]
  for (const query of queries) for (const { address } of await query.execute()) shown.add(address)
  const unseen = new Set(old.map(({ id }) => addressOfImage(id)).filter((address) => !shown.has(address)))
  for (const address of await orderedAmong(database, unseen)) {
    await keepForGood(db, address)
    unseen.delete(address)
  }
  return [...unseen].map((address) => idInAddress(address)!)
}

/** No index of orders tells, because every order would pay for it; so each picture is looked for once. */
async function orderedAmong({ db, engine }: Database, addresses: Set<string>) {
  const ordered = new Set<string>()
  if (addresses.size === 0) return ordered
  const filter = among(engine, 'image', [...addresses])
  const orders = { table: 'orders', keys: ['id'], direction: 'asc', filter } as const
  for await (const rows of allParts<{ image: string }>(db, orders, ordersAtOnce))
    for (const { image } of rows) ordered.add(image)
  return ordered
}

/** An order shows it as long as there are books: it is never asked about again. */
const keepForGood = (db: Db, address: string) =>
  db.updateTable('images').set({ uploaded_at: endOfTime }).where('id', '=', idInAddress(address)!).execute()

/** The time is asked again: whoever used the picture in the meantime has touched it. */
export const deleteUnused = (db: Db, ids: string[], before: string) =>
  db.deleteFrom('images').where('id', 'in', ids).where('uploaded_at', '<', before).execute()
