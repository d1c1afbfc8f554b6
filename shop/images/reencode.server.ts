import { semaphore } from '~/platform/queue/semaphore.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { refuse } from './contract.ts'
import type { Format, Width } from './rules.ts'
import { formats, mostPixels, widths } from './rules.ts'

type Sharp = typeof import('sharp').default
export type Copy = { width: Width; format: Format; bytes: Buffer }

/** Increased when the encoding changes, because browsers cache pictures for good. */
export const recipe = 1
const largest = Math.max(...widths)
const longestSeconds = 10

/** Loaded with the first picture: most servers never get one, and the library is large. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One core per picture, and only the decoders of accepted formats, whatever the first bytes say.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPng',
      'VipsForeignLoadJpeg',
      'VipsForeignLoadWebp',
      'VipsForeignLoadHeif',
      'VipsForeignLoadNsgif',
    ],
  })
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined
const sharpLoaded = () => {
  loading ??= loadSharp()
  return loading
}

const limited = semaphore(2, { waiting: 20 })

/** Decodes and encodes again: upright, and without location, camera or any other metadata. */
export const reencode = (bytes: Buffer) => limited(() => copiesOf(bytes))

async function copiesOf(bytes: Buffer): Promise<Copy[]> {
  const sharp = await sharpLoaded()
  try {
    await refuseTooManyPixels(sharp, bytes)
    // Decoded once, at the largest stored size.
    const { data, info } = await sharp(bytes, reading)
      .autoOrient()
      .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: longestSeconds })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const copies: Copy[] = []
    for (const width of widths)
      for (const format of formats)
        copies.push({ width, format, bytes: await encode(sharp, data, info, width, format) })
    return copies
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse('unreadable_picture')
  }
}

const reading = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true, pages: 1 } as const

async function refuseTooManyPixels(sharp: Sharp, bytes: Buffer) {
  // Reads the header only; nothing is decoded yet.
  const { width, height } = await sharp(bytes, { ...reading, limitInputPixels: false }).metadata()
  if (width * height > mostPixels) throw refuse('too_many_pixels', { values: { width, height } })
}

type Raw = { width: number; height: number; channels: 1 | 2 | 3 | 4 }

function encode(
  sharp: Sharp,
  data: Buffer,
  { width, height, channels }: Raw,
  targetWidth: Width,
  format: Format,
) {
  const copy = sharp(data, { raw: { width, height, channels } }).resize({
    width: targetWidth,
    withoutEnlargement: true,
  })
  // The lowest effort makes AVIF as fast as WebP and still a third smaller.
  return format === 'avif'
    ? copy.avif({ quality: 50, effort: 0 }).toBuffer()
    : copy.webp({ quality: 78, effort: 3 }).toBuffer()
}
