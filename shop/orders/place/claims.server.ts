import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { days } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { isUnpaid } from '../store.server.ts'
import { refuse } from './contract.ts'

export type HoldLimits = Pick<Config, 'mostUnpaidOrders' | 'mostUnpaidPieces' | 'mostUnpaidCents'>

/** Pieces and their price: of what a customer wants, or of what is kept for them without payment. */
export type Kept = { pieces: number; cents: number }

export type Unpaid = Kept & { unpaid_slot: number | null }

/** The unpaid orders of a customer. What costs nothing counts until it has an address, and is then packed. */
export const selectUnpaid = (db: Db, customerId: string) =>
  db
    .selectFrom('orders')
    .select([
      'unpaid_slot',
      sql<number>`case when delivery_state is null then quantity - returned_quantity else 0 end`.as('pieces'),
      sql<number>`case when delivery_state is null then price_cents else 0 end`.as('cents'),
    ])
    .where(isUnpaid)
    .where('customer_id', '=', customerId)

const noLimit = Number.MAX_SAFE_INTEGER

/** How much may be kept already for a purchase to be kept, too. A dear part can be bought: alone it may cost any sum. */
export const roomBeside = (
  { pieces, cents }: Kept,
  { mostUnpaidPieces, mostUnpaidCents }: HoldLimits,
): Kept => ({
  pieces: mostUnpaidPieces > 0 ? mostUnpaidPieces - pieces : noLimit,
  cents: mostUnpaidCents > 0 ? Math.max(mostUnpaidCents - cents, 0) : noLimit,
})

/** One row while there is so much room, else none. Only with the customer locked does it count what is sent at once. */
export const selectRoom = (
  db: Db,
  { customerId, roomPieces, roomCents }: { customerId: string; roomPieces: number; roomCents: number },
) =>
  db
    .selectFrom(selectUnpaid(db, customerId).as('unpaid'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .having(
      sql<boolean>`coalesce(sum(pieces), 0) <= cast(${roomPieces} as bigint) and coalesce(sum(cents), 0) <= cast(${roomCents} as bigint)`,
    )

/** Refuses what is more than may be kept for a customer. */
export function requireRoom(
  unpaid: Kept[],
  room: Kept,
  { mostUnpaidPieces, mostUnpaidCents }: Pick<HoldLimits, 'mostUnpaidPieces' | 'mostUnpaidCents'>,
) {
  if (sum(unpaid, 'pieces') > room.pieces)
    throw refuse('too_many_pieces', { values: { most: mostUnpaidPieces }, details: { mostUnpaidPieces } })
  if (sum(unpaid, 'cents') > room.cents) {
    const mostUnpaidTotal = toDollars(mostUnpaidCents)
    throw refuse('too_much_unpaid', {
      values: { most: formatDollars(mostUnpaidTotal) },
      details: { mostUnpaidTotal },
    })
  }
}

const sum = (unpaid: Kept[], what: keyof Kept) => unpaid.reduce((all, kept) => all + kept[what], 0)

/** One of the customer's slots for unpaid purchases that is not taken. Concurrent purchases rarely try the same one. */
export function freeSlot(unpaid: Unpaid[], purchaseId: string, mostUnpaidOrders: number) {
  const taken = new Set(unpaid.map(({ unpaid_slot: slot }) => slot))
  const free = Array.from({ length: mostUnpaidOrders }, (_, slot) => slot).filter((slot) => !taken.has(slot))
  if (free.length === 0) throw refuse('too_many_unpaid', { details: { mostUnpaidOrders } })
  return free[Number.parseInt(purchaseId.slice(-6), 16) % free.length]!
}

const slotsWithoutLimit = 20

/**
 * One that could overstep the limits together with others that are sent at the same moment: a single statement does not
 * see these. As many small ones as there are slots come to the limits at most.
 */
export function isLarge(
  { pieces, cents }: Kept,
  { mostUnpaidOrders, mostUnpaidPieces, mostUnpaidCents }: HoldLimits,
) {
  const slots = mostUnpaidOrders || slotsWithoutLimit
  return (
    (mostUnpaidPieces > 0 && pieces * slots > mostUnpaidPieces) ||
    (mostUnpaidCents > 0 && cents * slots > mostUnpaidCents)
  )
}

/** Names a request that may be sent again: with the same body it is the same purchase. */
export type Once = { key: string; bodyHash: string }

export type OrderKey = Once & { customerId: string }

const keyLifetimeMs = days(1)

/** Undefined for a request without an Idempotency-Key. */
export function onceWith({ headers }: Pick<FastifyRequest, 'headers'>, body: unknown): Once | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw refuseRequest('bad_key')
  return { key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') }
}

/** The order that was placed with this key; refuses the key when it comes with another input. */
export async function orderOfKey(db: Db, { customerId, key, bodyHash }: OrderKey) {
  const known = await db
    .selectFrom('order_keys')
    .select(['order_id', 'body_hash'])
    .where('customer_id', '=', customerId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && known.body_hash !== bodyHash) throw refuse('key_reused')
  return known?.order_id
}

/** Inserts nothing when another request with the same key came first; waits until that one has ended. */
export const claimKeys = (db: Db, keys: KeyRow[]) =>
  db
    .insertInto('order_keys')
    .values(keys)
    .onConflict((c) => c.doNothing())
    .returning('order_id')

export const toKeyRow = ({ customerId, key, bodyHash }: OrderKey, orderId: string, at: string) => ({
  customer_id: customerId,
  key,
  body_hash: bodyHash,
  order_id: orderId,
  created_at: at,
})

export type KeyRow = ReturnType<typeof toKeyRow>

export const deleteOldKeys = (db: Db) =>
  db
    .deleteFrom('order_keys')
    .where('created_at', '<', new Date(Date.now() - keyLifetimeMs).toISOString())
    .execute()
