import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const decompress = promisify(brotliDecompress)
/** Beside this file, and beside the built server. */
const file = join(import.meta.dirname, 'vin-patterns.bin')

/** vPIC's numbers of what a pattern tells. */
export const elements = { model: 28, litres: 13, cylinders: 9, fuel: 24, engine: 18 } as const
export type Element = (typeof elements)[keyof typeof elements]

/** Patterns on the characters 4 to 8 and 10 to 17, and what each means. */
export type Schema = Partial<Record<Element, [pattern: string, value: string][]>>
type Validity = [schema: number, from: number, to: number | null]
export type Maker = { makes: string[]; schemas: Validity[] }
type Index = {
  makers: Record<string, [makes: string[], schemas: Validity[]]>
  schemasInBlock: number
  blockLengths: number[]
}

export type Patterns = {
  wmis: string[]
  maker(wmi: string): Maker | undefined
  schema(number: number): Promise<Schema>
}

/** Opens the file for one question; nothing of it stays in memory afterwards. */
export async function withPatterns<T>(work: (patterns: Patterns) => Promise<T>): Promise<T> {
  const handle = await open(file)
  try {
    return await work(await readPatterns(handle))
  } finally {
    await handle.close()
  }
}

async function readPatterns(handle: FileHandle): Promise<Patterns> {
  const head = await readBytes(handle, 0, 4)
  const indexLength = head.readUInt32LE()
  const { makers, schemasInBlock, blockLengths } = await readJson<Index>(handle, 4, indexLength)
  const offsets = [4 + indexLength]
  for (const length of blockLengths) offsets.push(offsets.at(-1)! + length)
  const blocks = new Map<number, Promise<Schema[]>>()
  return {
    wmis: Object.keys(makers),
    maker(wmi) {
      const found = makers[wmi]
      return found && { makes: found[0], schemas: found[1] }
    },
    async schema(number) {
      const block = Math.floor(number / schemasInBlock)
      const known = blocks.get(block)
      const reading = known ?? readJson<Schema[]>(handle, offsets[block]!, blockLengths[block]!)
      if (!known) blocks.set(block, reading)
      return (await reading)[number % schemasInBlock]!
    },
  }
}

const readJson = async <T>(handle: FileHandle, offset: number, length: number): Promise<T> =>
  JSON.parse((await decompress(await readBytes(handle, offset, length))).toString())

async function readBytes(handle: FileHandle, offset: number, length: number) {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return buffer
}
