import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** What a VIN tells about its car. Empty where it tells nothing. */
export type DecodedCar = {
  make: string
  model: string
  /** The model year, which begins in the summer before. */
  year: number
  litres: string
  cylinders: string
  fuel: string
  engine: string
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const firstYear = 1980
const firstYearAgain = 2010

/** The tenth character means one of two years. */
function yearsOf(vin: string) {
  const code = yearCodes.indexOf(vin[9]!)
  const nextYear = new Date().getFullYear() + 1
  return code < 0 ? [] : [firstYearAgain + code, firstYear + code].filter((year) => year <= nextYear)
}

/** Small makers share the first three characters and are told apart by three more. */
export const makerOf = (patterns: Patterns, vin: string): Maker | undefined =>
  (vin[2] === '9' ? patterns.maker(vin.slice(0, 3) + vin.slice(11, 14)) : undefined) ??
  patterns.maker(vin.slice(0, 3))

type Found = Partial<Record<Element, { value: string; weight: number }>>

/** The car of a VIN as North America writes them, the likeliest; undefined when no pattern knows it. */
export async function decodeVin(patterns: Patterns, vin: string): Promise<DecodedCar | undefined> {
  const maker = makerOf(patterns, vin)
  if (!maker) return undefined
  const described = `${vin.slice(3, 8)}|${vin.slice(9)}`
  let best: { car: DecodedCar; score: number } | undefined
  for (const year of yearsOf(vin)) {
    for (const [number, from, to] of maker.schemas) {
      if (year < from || (to !== null && year > to)) continue
      const found = matching(await patterns.schema(number), described)
      const model = found[elements.model]
      if (!model) continue
      const score = scoreOf(found) + (isWrittenSoIn(year, vin) ? 2 : 0)
      if (!best || score > best.score) best = { car: carFrom(found, model.value, year), score }
    }
  }
  return best?.car
}

/** Of each element the pattern that says most about the characters. */
function matching(schema: Schema, described: string) {
  const found: Found = {}
  for (const [element, patterns] of Object.entries(schema))
    for (const [pattern, value] of patterns) {
      const key = Number(element) as Element
      const weight = weightOf(pattern)
      if (weight > (found[key]?.weight ?? -1) && matches(pattern, described)) found[key] = { value, weight }
    }
  return found
}

/** `*` is any character, `[A-C5]` one of these; what comes after the pattern is free. */
export function matches(pattern: string, described: string) {
  let at = 0
  for (let n = 0; n < pattern.length; n++, at++) {
    const character = described[at]
    if (character === undefined) return false
    if (pattern[n] === '*') continue
    if (pattern[n] !== '[') {
      if (pattern[n] !== character) return false
      continue
    }
    const end = pattern.indexOf(']', n)
    if (!isAmong(pattern.slice(n + 1, end), character)) return false
    n = end
  }
  return true
}

function isAmong(characters: string, wanted: string) {
  for (let n = 0; n < characters.length; n++)
    if (characters[n + 1] === '-' && n + 2 < characters.length) {
      if (wanted >= characters[n]! && wanted <= characters[n + 2]!) return true
      n += 2
    } else if (characters[n] === wanted) return true
  return false
}

/** How many characters a pattern fixes. */
function weightOf(pattern: string) {
  let weight = 0
  for (const part of pattern.match(/\[[^\]]*\]|./g) ?? [])
    weight += part === '*' || part === '|' ? 0 : part.length > 1 ? 0.9 : 1
  return weight
}

const scoreOf = (found: Found) =>
  Object.values(found).reduce((score, { weight }) => score + 1 + weight / 10, 0)

/** In North America the seventh character is a digit until 2009, and a letter from 2010 on (49 CFR 565.15). */
const isWrittenSoIn = (year: number, vin: string) => /\d/.test(vin[6]!) === year < firstYearAgain

function carFrom(found: Found, makeAndModel: string, year: number): DecodedCar {
  const [make = '', model = ''] = makeAndModel.split('\t')
  const elementValue = (element: Element) => found[element]?.value ?? ''
  return {
    make,
    model,
    year,
    litres: litresIn(elementValue(elements.litres)),
    cylinders: elementValue(elements.cylinders),
    fuel: elementValue(elements.fuel),
    engine: elementValue(elements.engine),
  }
}

/** As cars are called: 2.0, not 2 or 1.984. */
const litresIn = (text: string) => (Number(text) > 0 ? Number(text).toFixed(1) : '')

const decompress = promisify(brotliDecompress)
/** Beside this file, and beside the built server. */
const file = join(import.meta.dirname, 'vin-patterns.bin')

/** vPIC's numbers of what a pattern tells. */
export const elements = { model: 28, litres: 13, cylinders: 9, fuel: 24, engine: 18 } as const
type Element = (typeof elements)[keyof typeof elements]

/** Patterns on the characters 4 to 8 and 10 to 17, and what each means. */
type Schema = Partial<Record<Element, [pattern: string, value: string][]>>
type Validity = [schema: number, from: number, to: number | null]
type Maker = { makes: string[]; schemas: Validity[] }
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
