import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

type Variant = {
  etag: string
  body: Buffer
  /** Names and values in turn: that is how Node writes them quickest. */
  headers: string[]
  unchangedHeaders: string[]
}
/** An answer that is the same for everyone, ready to be written in each encoding without further work. */
export type Compressed = { status: number; br: Variant; gzip: Variant; identity: Variant; bytes: number }

export type Uncompressed = {
  status: number
  type: string
  text: string | Buffer
  cacheControl: string
  headers: Record<string, string>
}

/** Little for what is made again after a change, least for those few who know no brotli; all for what is made once. */
const efforts = { often: { brotli: 5, gzip: 1 }, once: { brotli: 11, gzip: 9 } }

export async function compress(
  answer: Uncompressed,
  made: keyof typeof efforts = 'often',
): Promise<Compressed> {
  const effort = efforts[made]
  const raw = Buffer.from(answer.text)
  const [br, zipped] = compresses(answer.type)
    ? await Promise.all([
        brotli(raw, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
            [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
          },
        }),
        gz(raw, { level: effort.gzip }),
      ])
    : [raw, raw]
  const tag = createHash('sha256').update(raw).digest('base64url').slice(0, 22)

  const variant = (body: Buffer, suffix: string, encoding?: string): Variant => {
    const etag = `"${tag}${suffix}"`
    const unchangedHeaders = {
      ...answer.headers,
      etag,
      vary: answer.headers.vary ?? 'accept-encoding',
      'cache-control': answer.cacheControl,
    }
    const headers = {
      ...unchangedHeaders,
      'content-type': answer.type,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { etag, body, headers: inPairs(headers), unchangedHeaders: inPairs(unchangedHeaders) }
  }
  const identity = variant(raw, '')
  if (br === raw) return { status: answer.status, br: identity, gzip: identity, identity, bytes: raw.length }
  return {
    status: answer.status,
    br: variant(br, '-b', 'br'),
    gzip: variant(zipped, '-g', 'gzip'),
    identity,
    bytes: raw.length + br.length + zipped.length,
  }
}

/** The same answer with one more header. */
export function withHeader(
  { br, gzip, identity, ...compressed }: Compressed,
  name: string,
  value: string,
): Compressed {
  const more = (variant: Variant): Variant => ({
    ...variant,
    headers: [...variant.headers, name, value],
    unchangedHeaders: [...variant.unchangedHeaders, name, value],
  })
  return { ...compressed, br: more(br), gzip: more(gzip), identity: more(identity) }
}

/** Writes straight to the socket: a cached response needs none of the framework's serialising and hooks. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, compressed: Compressed) {
  reply.hijack()
  writeCompressed(request.raw, reply.raw, compressed)
}

export function writeCompressed(request: IncomingMessage, response: ServerResponse, compressed: Compressed) {
  const variant = compressed[encodingFor(request)]
  if (compressed.status === 200 && isUnchanged(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.unchangedHeaders).end()
    return
  }
  response.writeHead(compressed.status, variant.headers)
  response.end(request.method === 'HEAD' ? undefined : variant.body)
}

const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`)
const refusesBr = refused('br')
const refusesGzip = refused('gzip')

type Encoding = 'br' | 'gzip' | 'identity'
/** Nearly all callers send one of a few headers, so the last one is most often the next one, too. */
let lastAccepted: { accept: string | undefined; encoding: Encoding } = {
  accept: undefined,
  encoding: 'identity',
}

export function encodingFor({ headers: { 'accept-encoding': given } }: IncomingMessage): Encoding {
  const accept = given as string | undefined
  if (lastAccepted.accept !== accept) lastAccepted = { accept, encoding: bestEncoding(accept) }
  return lastAccepted.encoding
}

function bestEncoding(accept = ''): Encoding {
  if (/\bbr\b/.test(accept) && !refusesBr.test(accept)) return 'br'
  if (/\bgzip\b/.test(accept) && !refusesGzip.test(accept)) return 'gzip'
  return 'identity'
}

const inPairs = (headers: Record<string, string>) => Object.entries(headers).flat()

const isUnchanged = (known: string | undefined, etag: string) =>
  known !== undefined && (known === '*' || known.includes(etag))

const compresses = (type: string) => !/^(image\/(?!svg)|font\/)/.test(type)
