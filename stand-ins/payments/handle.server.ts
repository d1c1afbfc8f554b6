import { createHash, timingSafeEqual } from 'node:crypto'
import type { Database } from '~/platform/db/database.server.ts'
import type { Call, Reply } from './call.server.ts'
import { badRequest, ProviderRefusal } from './call.server.ts'
import { hasNul } from './form.ts'
import type { Keys } from './keys.server.ts'
import type { StandInTx } from './objects.server.ts'
import { deletionTime, nowInSeconds } from './objects.server.ts'
import type { KeyRole } from './routes.server.ts'
import { routeFor, withoutMetadata } from './routes.server.ts'

/** One request is one transaction. */
export async function handle(database: Database, keys: Keys, call: Call): Promise<Reply> {
  try {
    const role = roleOf(call.authorization, keys)
    requireStorable(call)
    // Before the idempotency key: a role that may not make the call must not see a replayed response.
    const handler = routeFor(call, role)
    const reply = await database.change([], (tx) => {
      const ctx = { tx, locking: database.locking }
      return withIdempotency(ctx, call, role, () => handler(ctx))
    })
    return role === 'buyer' ? { ...reply, body: withoutMetadata(reply.body) } : reply
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    return { status: error.status, body: withoutMetadata({ error: error.error }) }
  }
}

const maxKeyLength = 255

/** Refuses what the database cannot store or index. */
function requireStorable({ form, query, idempotencyKey }: Call) {
  if (idempotencyKey && idempotencyKey.length > maxKeyLength)
    throw badRequest(`Idempotency keys have at most ${maxKeyLength} characters.`)
  if (hasNul(form) || hasNul(query)) throw badRequest('Parameters must not contain null characters.')
}

const serverError: Reply = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

/** A server error of the provider: nothing is done, and the idempotency key replays the error. */
export const failOnce = (database: Database, call: Call): Promise<Reply> =>
  database.change([], (tx) =>
    withIdempotency({ tx, locking: database.locking }, call, 'shop', async () => serverError),
  )

function roleOf(authorization: string, keys: Keys): KeyRole {
  const given = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? ''
  if (isSame(given, keys.secretKey)) return 'shop'
  if (isSame(given, keys.publishableKey)) return 'buyer'
  throw new ProviderRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
}

function isSame(given: string, right: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** As stored, under names that running shops already have in their tables: `wish` is the hash of the request. */
type StoredReply = { wish: string; reply?: Reply }

/**
 * The same key gives the same reply, including server errors: the first reply is stored for a while. Of two concurrent
 * requests with one key, the second waits for the first on the row of the key.
 */
async function withIdempotency(
  ctx: StandInTx,
  call: Call,
  role: KeyRole,
  handler: () => Promise<Reply>,
): Promise<Reply> {
  if (!call.idempotencyKey || call.method !== 'POST') return handler()
  // Keys of buyers are separate: a buyer who guesses a key of the shop cannot use it up.
  const id = `${role === 'shop' ? 'key' : 'buyer_key'}:${call.idempotencyKey}`
  const requestHash = createHash('sha256').update(`${call.method} ${call.path} ${call.text}`).digest('hex')
  const { numInsertedOrUpdatedRows: isFirst } = await ctx.tx
    .insertInto('stand_in_objects')
    .values({
      id,
      kind: 'key',
      created: nowInSeconds(),
      body: JSON.stringify({ wish: requestHash } satisfies StoredReply),
      forget_at: deletionTime(),
    })
    .onConflict((c) => c.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (!isFirst) return storedReply(ctx, id, requestHash)
  const reply = await handler()
  await ctx.tx
    .updateTable('stand_in_objects')
    .set({ body: JSON.stringify({ wish: requestHash, reply } satisfies StoredReply) })
    .where('id', '=', id)
    .execute()
  return reply
}

async function storedReply({ tx }: StandInTx, id: string, requestHash: string): Promise<Reply> {
  const { body } = await tx
    .selectFrom('stand_in_objects')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stored: StoredReply = JSON.parse(body)
  if (stored.wish !== requestHash)
    throw new ProviderRefusal(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  return { ...stored.reply!, replayed: true }
}
