import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { seconds } from '~/platform/time.ts'
import type { Encode } from '../compressed.server.ts'

const c = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** What was asked for so recently is asked for again soon: its time counts more than some of its bytes. */
const soonMs = seconds(10)

/**
 * Compresses a page that changes behind its first `length` bytes. While it is asked for again and again that takes less
 * than a millisecond, so it is done at once: handed to another thread it would wait twice for its turn on a busy machine.
 */
export function encodeChanging(length: number) {
  const lastAt = { br: Number.NEGATIVE_INFINITY, gzip: Number.NEGATIVE_INFINITY }
  let gzipHead: Buffer | undefined

  /** Of gzip even the quickest is slow, but the beginning can be compressed once, and the rest be joined to it. */
  function quickGzip(text: Buffer) {
    const head = text.subarray(0, length)
    gzipHead ??= zlib.deflateRawSync(head, { level: 6, finishFlush: c.Z_FULL_FLUSH })
    // A decoder that has read the head has its end in the window, which is what a preset dictionary stands for.
    const dictionary = head.subarray(-32_768)
    const rest = zlib.deflateRawSync(text.subarray(length), { level: 1, ...(length > 0 && { dictionary }) })
    const end = Buffer.alloc(8)
    end.writeUInt32LE(zlib.crc32(text), 0)
    end.writeUInt32LE(text.length, 4)
    return Buffer.concat([gzipHeader, gzipHead, rest, end])
  }

  return (encoding: 'br' | 'gzip', text: Buffer): ReturnType<Encode> => {
    const isSoon = performance.now() - lastAt[encoding] < soonMs
    lastAt[encoding] = performance.now()
    if (encoding === 'gzip') return isSoon ? quickGzip(text) : gzip(text)
    return isSoon ? zlib.brotliCompressSync(text, brotliOf(1)) : brotli(text, brotliOf(5))
  }
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

const brotliOf = (quality: number) => ({ params: { [c.BROTLI_PARAM_QUALITY]: quality } })
