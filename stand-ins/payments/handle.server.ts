import { timingSafeEqual } from 'node:crypto'
import type { Database } from '~/platform/db/database.server.ts'
import type { Call, Reply } from './call.server.ts'
import { ProviderRefusal } from './call.server.ts'
import type { Keys } from './keys.server.ts'
import { once } from './once.server.ts'
import type { Role } from './routes.server.ts'
import { route } from './routes.server.ts'

/** One request is one transaction: either all of it is kept or nothing. */
export async function handle(database: Database, keys: Keys, call: Call): Promise<Reply> {
  try {
    const role = roleOf(call.authorization, keys)
    return await database.change([], (tx) => {
      const books = { tx, locking: database.locking }
      return once(books, call, () => route(books, call, role))
    })
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    return { status: error.status, body: { error: error.error } }
  }
}

const serverError: Reply = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

/** An accident inside the provider: nothing was done, and the key remembers the accident. */
export const stumble = (database: Database, call: Call): Promise<Reply> =>
  database.change([], (tx) => once({ tx, locking: database.locking }, call, async () => serverError))

function roleOf(authorization: string, keys: Keys): Role {
  const given = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? ''
  if (isSame(given, keys.secretKey)) return 'shop'
  if (isSame(given, keys.publishableKey)) return 'buyer'
  throw new ProviderRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
