import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { days, inSeconds } from '~/platform/time.ts'
import { notFound } from './call.server.ts'

/** The transaction of one request. */
export type StandInTx = { tx: Tx; locking: Database['locking'] }

export type ObjectKind =
  | 'payment_intent'
  | 'payment_method'
  | 'charge'
  | 'refund'
  | 'unfinished_refund'
  | 'dispute'
  | 'event'
  | 'key'
type StoredObject = { id: string; created: number }

/** Which transactions no bank has ever seen. */
export const playedTransactions = sql`select id from stand_in_objects where kind = 'payment_intent'`

export const nowInSeconds = () => Math.floor(Date.now() / 1000)

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const randomText = (length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

export const readObject = <T extends StoredObject>({ tx }: StandInTx, kind: ObjectKind, id: string) =>
  lockObject<T>({ tx, locking: (query) => query }, kind, id)

/** The object, locked until the transaction ends. */
export async function lockObject<T extends StoredObject>(
  { tx, locking }: StandInTx,
  kind: ObjectKind,
  id: string | undefined,
) {
  const row = await locking(
    tx
      .selectFrom('stand_in_objects')
      .select('body')
      .where('kind', '=', kind)
      .where('id', '=', id ?? ''),
  ).executeTakeFirst()
  if (!row) throw notFound(kind, id)
  return JSON.parse(row.body) as T
}

const retentionSeconds = inSeconds(days(30))
/** For objects that are no longer needed after a while. */
export const deletionTime = () => nowInSeconds() + retentionSeconds

/** For good, unless `deleteAt` is given. */
export async function storeObject(
  { tx }: StandInTx,
  kind: ObjectKind,
  object: StoredObject,
  { deleteAt = null }: { deleteAt?: number | null } = {},
) {
  const row = { body: JSON.stringify(object), forget_at: deleteAt }
  await tx
    .insertInto('stand_in_objects')
    .values({ id: object.id, kind, created: object.created, ...row })
    .onConflict((c) => c.column('id').doUpdateSet(row))
    .execute()
}

type Page = { limit: number; startingAfter?: string | undefined; createdSince?: number | undefined }

/** Newest first. */
export async function objectPage(
  { tx }: StandInTx,
  kind: ObjectKind,
  { limit, startingAfter, createdSince }: Page,
) {
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
      .executeTakeFirstOrThrow(() => notFound(kind, startingAfter))
    query = query.where((e) =>
      e.or([e('created', '<', created), e.and([e('created', '=', created), e('id', '<', startingAfter)])]),
    )
  }
  const rows = await query.execute()
  return { data: rows.slice(0, limit).map((row) => JSON.parse(row.body)), has_more: rows.length > limit }
}

const apiVersion = '2026-10-28.endive'

/** Stored with the change that it reports; the webhook is sent after the commit. */
export async function emitEvent(ctx: StandInTx, type: string, object: unknown) {
  const id = `evt_${randomText(24)}`
  const event = {
    id,
    object: 'event',
    type,
    api_version: apiVersion,
    created: nowInSeconds(),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  }
  await storeObject(ctx, 'event', event, { deleteAt: deletionTime() })
  await ctx.tx
    .insertInto('stand_in_webhooks')
    .values({ event_id: id, attempts: 0, due_at: new Date().toISOString() })
    .execute()
}
