import { createHash } from 'node:crypto'
import type { Call, Reply } from './call.server.ts'
import { ProviderRefusal } from './call.server.ts'
import type { StandInTx } from './objects.server.ts'
import { deletionTime, nowInSeconds } from './objects.server.ts'
import type { Role } from './routes.server.ts'

/** As stored, under names that running shops already have in their tables: `wish` is the hash of the request. */
type StoredReply = { wish: string; reply?: Reply }

/**
 * The same key gives the same reply, including server errors: the first reply is stored for a while. Of two concurrent
 * requests with one key, the second waits for the first on the row of the key.
 */
export async function withIdempotency(
  ctx: StandInTx,
  call: Call,
  role: Role,
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
