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

type Drawing = {
  width: number
  height: number
  /** Transparent without one. */
  background?: string | undefined
  /** How much of the room the picture takes; all of it unless said. */
  share?: number | undefined
  as: 'png' | 'jpeg'
}

/** One of our own copies as a whole in a room of another shape. */
export const drawPicture = (copy: Buffer, { width, height, background, share = 1, as }: Drawing) =>
  limited(async () => {
    const sharp = await sharpLoaded()
    const ground = background ?? { r: 255, g: 255, b: 255, alpha: 0 }
    const [innerWidth, innerHeight] = [Math.round(width * share), Math.round(height * share)]
    const [left, top] = [Math.floor((width - innerWidth) / 2), Math.floor((height - innerHeight) / 2)]
    const picture = sharp(copy, reading)
      .resize({ width: innerWidth, height: innerHeight, fit: 'contain', background: ground })
      .extend({
        left,
        top,
        right: width - innerWidth - left,
        bottom: height - innerHeight - top,
        background: ground,
      })
      .timeout({ seconds: longestSeconds })
    if (background) picture.flatten({ background })
    return as === 'png' ? picture.png().toBuffer() : picture.jpeg({ quality: 85 }).toBuffer()
  })

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
