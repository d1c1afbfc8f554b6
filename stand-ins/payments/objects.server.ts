import { randomInt } from 'node:crypto'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { days, inSeconds } from '~/platform/time.ts'
import { noSuch } from './call.server.ts'

/** One request's hold on what the stand-in keeps. */
export type Books = { tx: Tx; locking: Database['locking'] }

export type Kind =
  | 'payment_intent'
  | 'payment_method'
  | 'charge'
  | 'refund'
  | 'unfinished_refund'
  | 'event'
  | 'key'
type Kept = { id: string; created: number }

export const nowInSeconds = () => Math.floor(Date.now() / 1000)

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const randomText = (length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The object, kept from other requests until this one is answered. */
export async function hold<T extends Kept>({ tx, locking }: Books, kind: Kind, id: string | undefined) {
  const row = await locking(
    tx
      .selectFrom('stand_in_objects')
      .select('body')
      .where('kind', '=', kind)
      .where('id', '=', id ?? ''),
  ).executeTakeFirst()
  if (!row) throw noSuch(kind, id)
  return JSON.parse(row.body) as T
}

const secondsKept = inSeconds(days(30))
/** For what is over: nobody asks for it after so long. */
export const forAWhile = () => nowInSeconds() + secondsKept

/** For ever, unless it is said until when. */
export async function storeObject(
  { tx }: Books,
  kind: Kind,
  object: Kept,
  { until = null }: { until?: number | null } = {},
) {
  const row = { body: JSON.stringify(object), forget_at: until }
  await tx
    .insertInto('stand_in_objects')
    .values({ id: object.id, kind, created: object.created, ...row })
    .onConflict((c) => c.column('id').doUpdateSet(row))
    .execute()
}

type Page = { limit: number; startingAfter?: string | undefined; createdSince?: number | undefined }

/** Newest first. */
export async function objectPage({ tx }: Books, kind: Kind, { limit, startingAfter, createdSince }: Page) {
  let query = tx
    .selectFrom('stand_in_objects')
    .select('body')
    .where('kind', '=', kind)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (createdSince) query = query.where('created', '>=', createdSince)
  if (startingAfter) {
    const { created } = await tx
      .selectFrom('stand_in_objects')
      .select('created')
      .where('id', '=', startingAfter)
      .executeTakeFirstOrThrow(() => noSuch(kind, startingAfter))
    query = query.where((e) =>
      e.or([e('created', '<', created), e.and([e('created', '=', created), e('id', '<', startingAfter)])]),
    )
  }
  const rows = await query.execute()
  return { data: rows.slice(0, limit).map((row) => JSON.parse(row.body)), has_more: rows.length > limit }
}
