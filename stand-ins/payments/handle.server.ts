import { timingSafeEqual } from 'node:crypto'
import type { Database } from '~/platform/db/database.server.ts'
import type { Call, Reply } from './call.server.ts'
import { badRequest, ProviderRefusal } from './call.server.ts'
import { hasNul } from './form.ts'
import type { Keys } from './keys.server.ts'
import { once } from './once.server.ts'
import type { Role } from './routes.server.ts'
import { routeFor, withoutMetadata } from './routes.server.ts'

/** One request is one transaction: either all of it is kept or nothing. */
export async function handle(database: Database, keys: Keys, call: Call): Promise<Reply> {
  try {
    const role = roleOf(call.authorization, keys)
    requireReadable(call)
    // Who may not call it is not told what others were answered, either.
    const act = routeFor(call, role)
    const reply = await database.change([], (tx) => {
      const books = { tx, locking: database.locking }
      return once(books, call, role, () => act(books))
    })
    return role === 'buyer' ? { ...reply, body: withoutMetadata(reply.body) } : reply
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    return { status: error.status, body: withoutMetadata({ error: error.error }) }
  }
}

const longestKey = 255

/** What no database can store, or no index can hold, is refused before it is looked for. */
function requireReadable({ form, query, idempotencyKey }: Call) {
  if (idempotencyKey && idempotencyKey.length > longestKey)
    throw badRequest(`Idempotency keys have at most ${longestKey} characters.`)
  if (hasNul(form) || hasNul(query)) throw badRequest('Parameters must not contain null characters.')
}

const serverError: Reply = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

/** An accident inside the provider: nothing was done, and the key remembers the accident. */
export const stumble = (database: Database, call: Call): Promise<Reply> =>
  database.change([], (tx) => once({ tx, locking: database.locking }, call, 'shop', async () => serverError))

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
