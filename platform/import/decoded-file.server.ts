import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fromWindows, wideEncodingOf } from './decode-text.ts'
import { isXml, xmlDecoder } from './decode-xml.ts'

/** A file of any length in UTF-8, whatever it is written in. */
export async function* decodedFile(path: string): AsyncGenerator<Buffer> {
  const first = await firstBytes(path)
  if (isXml(first)) return yield* decodedXml(path, first)
  const encoding = await encodingOf(path)
  if (encoding === 'utf-8') return yield* createReadStream(path) as AsyncIterable<Buffer>
  const decoder = encoding && new TextDecoder(encoding)
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>)
    yield Buffer.from(decoder ? decoder.decode(bytes, { stream: true }) : fromWindows(bytes))
}

export const isXmlFile = async (path: string) => isXml(await firstBytes(path))

async function* decodedXml(path: string, first: Uint8Array): AsyncGenerator<Buffer> {
  const decoder = xmlDecoder(first)
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>)
    yield Buffer.from(decoder.decode(bytes))
  yield Buffer.from(decoder.end())
}

const headBytes = 400

async function firstBytes(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Undefined for Windows-1252. Whether all of it is UTF-8 is only known at its end. */
async function encodingOf(path: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      const wide = isFirst ? wideEncodingOf(bytes) : undefined
      if (wide) return wide
      isFirst = false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}
