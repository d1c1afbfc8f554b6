import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { seconds } from '~/platform/time.ts'

const c = zlib.constants
const deflate = promisify(zlib.deflateRaw)
const brotli = promisify(zlib.brotliCompress)

/** What was asked for so recently is asked for again soon: its time counts more than some of its bytes. */
const soonMs = seconds(10)

/** Of a page that is made again and again most is before the first thing that changes: that is compressed once. */
export function headOnce(length: number) {
  let lastAt = Number.NEGATIVE_INFINITY
  let gzipHead: Promise<Buffer> | undefined
  let brotliHead: Promise<Buffer> | undefined

  async function gzip(text: Buffer) {
    const head = text.subarray(0, length)
    gzipHead ??= deflate(head, { level: 9, finishFlush: c.Z_FULL_FLUSH })
    // A decoder that has read the head has its end in the window, which is what a preset dictionary stands for.
    const dictionary = head.subarray(-32_768)
    const rest = await deflate(text.subarray(length), { level: 1, ...(length > 0 && { dictionary }) })
    const end = Buffer.alloc(8)
    end.writeUInt32LE(zlib.crc32(text), 0)
    end.writeUInt32LE(text.length, 4)
    return Buffer.concat([gzipHeader, await gzipHead, rest, end])
  }
  async function br(text: Buffer) {
    const isSoon = performance.now() - lastAt < soonMs
    lastAt = performance.now()
    if (!isSoon) return brotli(text, { params: brotliParams(5) })
    if (!(await canJoinBrotli())) return brotli(text, { params: brotliParams(1) })
    const head = text.subarray(0, length)
    brotliHead ??= brotli(head, { params: brotliParams(5), finishFlush: c.BROTLI_OPERATION_FLUSH })
    return Buffer.concat([await brotliHead, await brotliRest(text.subarray(length))])
  }
  return (encoding: 'br' | 'gzip', text: Buffer) => (encoding === 'br' ? br(text) : gzip(text))
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

const brotliParams = (quality: number) => ({
  [c.BROTLI_PARAM_QUALITY]: quality,
  [c.BROTLI_PARAM_LGWIN]: 22,
})

/**
 * A stream without its opening, to follow another one that was flushed. At quality 1 the encoder refers to nothing that a
 * decoder remembers from before: no word of the dictionary, no context, and its first distance is written out.
 */
function brotliRest(text: Buffer): Promise<Buffer> {
  return new Promise((done, fail) => {
    const stream = zlib.createBrotliCompress({ params: brotliParams(1) })
    let pieces: Buffer[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece)).on('error', fail)
    stream.on('end', () => done(Buffer.concat(pieces)))
    stream.flush(c.BROTLI_OPERATION_FLUSH, () => {
      pieces = []
      stream.end(text)
    })
  })
}

let joins: Promise<boolean> | undefined

/** The format's authors promise no such joining, so this Node is asked once whether it does; else pages are compressed whole. */
function canJoinBrotli() {
  joins ??= triesToJoin().catch(() => false)
  return joins
}

async function triesToJoin() {
  const words = '<p>What is left of a part is written between words that stay.</p>'.repeat(50)
  const head = await brotli(words, { params: brotliParams(5), finishFlush: c.BROTLI_OPERATION_FLUSH })
  const joined = Buffer.concat([head, await brotliRest(Buffer.from(`7 left${words}`))])
  return zlib.brotliDecompressSync(joined).toString() === `${words}7 left${words}`
}
