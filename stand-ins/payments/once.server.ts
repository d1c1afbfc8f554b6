import { createHash } from 'node:crypto'
import type { Call, Reply } from './call.server.ts'
import { ProviderRefusal } from './call.server.ts'
import type { Books } from './objects.server.ts'
import { forAWhile, nowInSeconds } from './objects.server.ts'
import type { Role } from './routes.server.ts'

type Remembered = { wish: string; reply?: Reply }

/**
 * The same key gives the same answer, errors of the provider included: the first answer is kept for a while, as it was
 * given. Two requests with one key at the same time: the second waits for the first on the row of the key.
 */
export async function once(books: Books, call: Call, role: Role, act: () => Promise<Reply>): Promise<Reply> {
  if (!call.idempotencyKey || call.method !== 'POST') return act()
  // A buyer who guesses a key of the shop takes nothing away from it.
  const id = `${role === 'shop' ? 'key' : 'buyer_key'}:${call.idempotencyKey}`
  const wish = createHash('sha256').update(`${call.method} ${call.path} ${call.text}`).digest('hex')
  const { numInsertedOrUpdatedRows: isFirst } = await books.tx
    .insertInto('stand_in_objects')
    .values({
      id,
      kind: 'key',
      created: nowInSeconds(),
      body: JSON.stringify({ wish }),
      forget_at: forAWhile(),
    })
    .onConflict((c) => c.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (!isFirst) return remembered(books, id, wish)
  const reply = await act()
  await books.tx
    .updateTable('stand_in_objects')
    .set({ body: JSON.stringify({ wish, reply } satisfies Remembered) })
    .where('id', '=', id)
    .execute()
  return reply
}

async function remembered({ tx }: Books, id: string, wish: string): Promise<Reply> {
  const { body } = await tx
    .selectFrom('stand_in_objects')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const first: Remembered = JSON.parse(body)
  if (first.wish !== wish)
    throw new ProviderRefusal(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  return { ...first.reply!, replayed: true }
}
