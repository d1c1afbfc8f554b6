import { createHash } from 'node:crypto'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { cannotFetchNow, fetchPublic } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { refuse } from './contract.ts'
import { addressToCome, wantPictures } from './picture-fetches.server.ts'
import type { Copy } from './reencode.server.ts'
import { recipe, reencode } from './reencode.server.ts'
import type { Format, Width } from './rules.ts'
import { addressOfImage, idInAddress, isPicture, mostBytes } from './rules.ts'

const endOfTime = '9999-12-31T23:59:59.999Z'

const now = () => new Date().toISOString()

/** Whether the image exists; if so it counts as just uploaded, so that the cleanup does not delete it. */
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

export const imagesBefore = async (db: Db, time: string) => {
  const rows = await db.selectFrom('images').select('id').where('uploaded_at', '<', time).execute()
  return rows.map(({ id }) => id)
}

/** Never checked again by the cleanup. */
export const markAsPermanent = (db: Db, address: string) =>
  db.updateTable('images').set({ uploaded_at: endOfTime }).where('id', '=', idInAddress(address)!).execute()

/** Checks the time again: a picture used in the meantime was touched. */
export const deleteUnused = (db: Db, ids: string[], before: string) =>
  db.deleteFrom('images').where('id', 'in', ids).where('uploaded_at', '<', before).execute()

/** Stores a picture in all sizes and returns its address, which is a hash of its content. */
export async function storePicture(db: Db, bytes: Buffer) {
  requirePicture(bytes)
  const id = createHash('sha256').update(`recipe ${recipe}\n`).update(bytes).digest('hex').slice(0, 40)
  if (!(await touchImage(db, id))) await insertImage(db, id, await reencode(bytes))
  return addressOfImage(id)
}

export function requirePicture(bytes: Buffer) {
  if (bytes.length > mostBytes) throw refuse('too_large')
  if (!isPicture(bytes)) throw refuse('not_a_picture')
}

/** One that cannot be fetched now is fetched later; its address is the same before and after. */
export async function storePictureFrom(db: Db, address: string, reach?: Reach) {
  try {
    return { url: await storePicture(db, await fetchPublic(address, mostBytes, reach)) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== cannotFetchNow) throw error
    await wantPictures(db, [address], error.fields?.url)
    return { url: addressToCome(address), isToCome: true }
  }
}
