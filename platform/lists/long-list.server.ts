import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { encodingFor } from '~/platform/cache/compressed.server.ts'
import { semaphore } from '~/platform/queue/semaphore.server.ts'

/** A longer list costs more memory to cache than it saves work. */
const mostCachedRows = 20_000
/** A client that reads nothing for this long is disconnected. */
const longestPauseMs = 30_000
const listSlots = semaphore(4, { waiting: 20 })

/** All rows of a table that may be long: read in batches, for each request again. */
export class LongList<Row> {
  constructor(
    readonly rows: number,
    readonly batches: () => AsyncIterable<readonly Row[]>,
  ) {}
}

/** Thrown instead of caching it. */
export class TooLongToCache extends Error {
  constructor(readonly list: LongList<unknown>) {
    super('this list is sent as it is read')
  }
}

/** The whole of it, made batch by batch so that others are answered in between. */
export async function wholeText(list: LongList<unknown>, schema: z.ZodType) {
  if (list.rows > mostCachedRows) throw new TooLongToCache(list)
  const pieces: Buffer[] = []
  for await (const piece of jsonOf(list, schema)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

type Sending = { schema: z.ZodType; rewrite?: ((json: string) => string) | undefined }

/** As quickly as the caller reads, and no faster; only a few callers at once, because each batch is made for one. */
export async function sendLongList(
  request: FastifyRequest,
  reply: FastifyReply,
  { list }: TooLongToCache,
  { schema, rewrite = (json) => json }: Sending,
) {
  const encoding = encodingFor(request.raw)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: String(reply.getHeader('vary') ?? 'accept-encoding'),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  if (request.method === 'HEAD') return reply.headers(headers).send()
  await listSlots(
    () =>
      new Promise<void>((sent) => {
        // A client that left while waiting closes no second time.
        if (reply.raw.destroyed) return sent()
        reply.raw.once('close', sent)
        reply.raw.setTimeout(longestPauseMs, () => reply.raw.destroy())
        const pieces = Readable.from(jsonOf(list, schema, rewrite))
        // Not before its turn: a refusal to wait has other headers.
        void reply
          .headers(headers)
          .send(encoding === 'identity' ? pieces : pieces.compose(compressor(encoding)))
      }),
  )
  return reply
}

async function* jsonOf(list: LongList<unknown>, schema: z.ZodType, rewrite = (json: string) => json) {
  let before = '['
  for await (const batch of list.batches()) {
    if (batch.length === 0) continue
    yield before + rewrite(JSON.stringify(schema.parse(batch)).slice(1, -1))
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

const compressor = (encoding: 'br' | 'gzip') =>
  encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : createGzip({ level: 4 })
