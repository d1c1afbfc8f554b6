import { createHash } from 'node:crypto'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { minutes } from '~/platform/time.ts'
import { addressOfImage, idInAddress } from './rules.ts'

const isoTime = (time: number) => new Date(time).toISOString()
const idOf = (address: string) =>
  createHash('sha256').update(`address\n${address}`).digest('hex').slice(0, 40)

/** By which a picture is shown that is still to be fetched: before and after, so that nothing else changes with it. */
export const addressToCome = (address: string) => addressOfImage(idOf(address))

const atOnce = 200

/**
 * In the transaction that begins to show them, or before that. Those that are here already stay as they are; one that was
 * given up is tried again. `problem` is of a try that was made just now.
 */
export async function wantPictures(db: Db | Tx, addresses: string[], problem = '') {
  const now = Date.now()
  const uploaded = { uploaded_at: isoTime(now) }
  const asked = {
    asked_at: isoTime(now),
    tries: problem ? 1 : 0,
    due_at: isoTime(problem ? now + minutes(1) : now),
    problem,
    failed_at: null,
  }
  for (let n = 0; n < addresses.length; n += atOnce) {
    const byId = new Map(addresses.slice(n, n + atOnce).map((address) => [idOf(address), address]))
    const ids = [...byId.keys()]
    await db
      .insertInto('images')
      .values(ids.map((id) => ({ id, ...uploaded })))
      .onConflict((c) => c.column('id').doUpdateSet(uploaded))
      .execute()
    const here = await db
      .selectFrom('image_copies')
      .select('image_id')
      .distinct()
      .where('image_id', 'in', ids)
      .execute()
    for (const { image_id } of here) byId.delete(image_id)
    if (byId.size === 0) continue
    await db
      .insertInto('picture_fetches')
      .values([...byId].map(([image_id, address]) => ({ image_id, address, ...asked })))
      .onConflict((c) => c.column('image_id').doUpdateSet(asked))
      .execute()
  }
}

export const isToCome = async (db: Db, id: string) =>
  (await db
    .selectFrom('picture_fetches')
    .select('image_id')
    .where('image_id', '=', id)
    .executeTakeFirst()) !== undefined

/** What admins are told about those of these pictures that are not here yet, by address. */
export async function notesOnPictures(db: Db, addresses: string[]) {
  const ids = addresses.flatMap((address) => idInAddress(address) ?? [])
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db.selectFrom('picture_fetches').selectAll().where('image_id', 'in', ids).execute()
  return new Map(
    rows.map(({ image_id, failed_at, problem }) => [
      addressOfImage(image_id),
      [failed_at ? 'Picture could not be fetched.' : 'Picture still to be fetched.', problem]
        .join(' ')
        .trim(),
    ]),
  )
}
