import { timingSafeEqual } from 'node:crypto'
import type { Database } from '~/platform/db/database.server.ts'
import type { Call, Reply } from './call.server.ts'
import { badRequest, ProviderRefusal } from './call.server.ts'
import { hasNul } from './form.ts'
import { withIdempotency } from './idempotency.server.ts'
import type { Keys } from './keys.server.ts'
import type { Role } from './routes.server.ts'
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

function roleOf(authorization: string, keys: Keys): Role {
  const given = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? ''
  if (isSame(given, keys.secretKey)) return 'shop'
  if (isSame(given, keys.publishableKey)) return 'buyer'
  throw new ProviderRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
}

function isSame(given: string, right: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
