import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'
/** Headers are names and values in turn: that is how Node writes them quickest. */
type Head = { etag: string; headers: string[] }
type Variant = { body: Buffer; headers: string[] }

export type Uncompressed = {
  status: number
  type: string
  text: string | Buffer
  cacheControl: string
  headers: Record<string, string>
}
type Answer = Omit<Uncompressed, 'text'>

const suffixes: Record<Encoding, string> = { br: '-b', gzip: '-g', identity: '' }

/** An answer that is the same for everyone. Each encoding is made when it is first asked for, and shared by who waits. */
export class Compressed {
  readonly #answer: Answer
  readonly #bodies: Bodies
  readonly #heads: Partial<Record<Encoding, Head>> = {}
  readonly #variants: Partial<Record<Encoding, Variant>> = {}

  constructor(answer: Answer, bodies: Bodies) {
    this.#answer = answer
    this.#bodies = bodies
  }

  get status() {
    return this.#answer.status
  }

  get bytes() {
    return this.#bodies.bytes
  }

  /** Hears how many bytes more there are, each time that another encoding was made. */
  onGrown(listener: (bytes: number) => void) {
    this.#bodies.onGrown = listener
  }

  /** The same answer with one more header. */
  with(name: string, value: string) {
    const { headers, ...answer } = this.#answer
    return new Compressed({ ...answer, headers: { ...headers, [name]: value } }, this.#bodies)
  }

  /** What can be said without the body. */
  head(encoding: Encoding): Head {
    this.#heads[encoding] ??= this.#makeHead(encoding)
    return this.#heads[encoding]
  }

  in(encoding: Encoding): Variant | Promise<Variant> {
    const known = this.#variants[encoding]
    if (known) return known
    const body = this.#bodies.in(encoding)
    return Buffer.isBuffer(body)
      ? this.#variant(encoding, body)
      : body.then((made) => this.#variant(encoding, made))
  }

  #makeHead(encoding: Encoding) {
    const { cacheControl, headers } = this.#answer
    const etag = `"${this.#bodies.tag}${this.#bodies.isEncoded ? suffixes[encoding] : ''}"`
    return {
      etag,
      headers: inPairs({ vary: 'accept-encoding', ...headers, etag, 'cache-control': cacheControl }),
    }
  }

  #variant(encoding: Encoding, body: Buffer) {
    const encoded = this.#bodies.isEncoded && encoding !== 'identity'
    const about = {
      'content-type': this.#answer.type,
      'content-length': String(body.length),
      ...(encoded && { 'content-encoding': encoding }),
    }
    this.#variants[encoding] ??= { body, headers: [...this.head(encoding).headers, ...inPairs(about)] }
    return this.#variants[encoding]
  }
}

export type Encode = (encoding: 'br' | 'gzip') => Buffer | Promise<Buffer>

/** The bytes of an answer in each encoding that was asked for. */
export class Bodies {
  bytes: number
  onGrown: (bytes: number) => void = () => {}
  readonly #made: Partial<Record<Encoding, Buffer | Promise<Buffer>>>

  /** Without `encode` it is sent as it is. */
  constructor(
    raw: Buffer,
    readonly tag: string,
    readonly encode: Encode | undefined,
  ) {
    this.bytes = raw.length
    this.#made = { identity: raw, ...(!encode && { br: raw, gzip: raw }) }
  }

  get isEncoded() {
    return this.encode !== undefined
  }

  in(encoding: Encoding) {
    this.#made[encoding] ??= this.#make(encoding as 'br' | 'gzip')
    return this.#made[encoding]
  }

  #make(encoding: 'br' | 'gzip') {
    const encoded = this.encode!(encoding)
    return Buffer.isBuffer(encoded) ? this.#grown(encoded) : this.#whenMade(encoding, encoded)
  }

  async #whenMade(encoding: 'br' | 'gzip', encoded: Promise<Buffer>) {
    try {
      const body = this.#grown(await encoded)
      this.#made[encoding] = body
      return body
    } catch (error) {
      delete this.#made[encoding]
      throw error
    }
  }

  #grown(body: Buffer) {
    this.bytes += body.length
    this.onGrown(body.length)
    return body
  }
}

/** Little for what is made again after a change, least for those few who know no brotli; all for what is made once. */
const efforts = { often: { br: 5, gzip: 1 }, once: { br: 11, gzip: 9 } }

export function compress(
  { text, ...answer }: Uncompressed,
  made: keyof typeof efforts = 'often',
): Compressed {
  const raw = Buffer.from(text)
  const effort = efforts[made]
  const encode: Encode = (encoding) =>
    encoding === 'br'
      ? brotli(raw, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: effort.br,
            [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
          },
        })
      : gz(raw, { level: effort.gzip })
  const tag = createHash('sha256').update(raw).digest('base64url').slice(0, 22)
  return new Compressed(answer, new Bodies(raw, tag, compresses(answer.type) ? encode : undefined))
}

/** Writes straight to the socket: a cached response needs none of the framework's serialising and hooks. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, compressed: Compressed) {
  reply.hijack()
  writeCompressed(request.raw, reply.raw, compressed)
}

export function writeCompressed(request: IncomingMessage, response: ServerResponse, compressed: Compressed) {
  const { status } = compressed
  const encoding = encodingFor(request)
  const { etag, headers: unchanged } = compressed.head(encoding)
  if (status === 200 && isUnchanged(request.headers['if-none-match'], etag)) {
    response.writeHead(304, unchanged).end()
    return
  }
  const write = ({ headers, body }: Variant) =>
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
  const variant = compressed.in(encoding)
  if ('body' in variant) write(variant)
  // Only for want of memory.
  else variant.then(write, () => response.destroy())
}

const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`)
const refusesBr = refused('br')
const refusesGzip = refused('gzip')

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
