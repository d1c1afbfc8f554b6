import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Copy } from './reencode.server.ts'
import type { Format, Width } from './rules.ts'
import { addressOfImage } from './rules.ts'

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
export async function forgottenImages(db: Db, before: string) {
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
  const forgotten: string[] = []
  for (const { id } of old)
    if (!shown.has(addressOfImage(id)) && !(await isOrdered(db, id))) forgotten.push(id)
  return forgotten
}

/** As a literal: an index of some rows is taken only where it can be seen that no others are wanted. */
const isOrdered = (db: Db, id: string) =>
  db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`substr(image, 1, 8) = '/images/'`)
    .where('image', '=', addressOfImage(id))
    .limit(1)
    .executeTakeFirst()

/** The time is asked again: whoever used the picture in the meantime has touched it. */
export const deleteForgotten = (db: Db, ids: string[], before: string) =>
  db.deleteFrom('images').where('id', 'in', ids).where('uploaded_at', '<', before).execute()
