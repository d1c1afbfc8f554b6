/** Limits of a picture, checked in the browser and enforced on the server. */
export const mostBytes = 5 * 1024 * 1024
export const mostPixels = 24_000_000
export const widths = [320, 600, 1200] as const
export const formats = ['webp', 'avif'] as const
export type Width = (typeof widths)[number]
export type Format = (typeof formats)[number]

export const acceptedTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif'
export const onlyPictures = 'Only PNG, JPEG, WebP, AVIF and GIF pictures can be used.'
export const tooLarge = 'The picture is larger than 5 MiB.'

const start = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** By its first bytes, never by its name. */
export function isPicture(bytes: Uint8Array) {
  const first = start(bytes, 0, 12)
  if (first.startsWith('\x89PNG\r\n\x1a\n') || first.startsWith('\xff\xd8\xff')) return true
  if (first.startsWith('GIF87a') || first.startsWith('GIF89a')) return true
  if (first.startsWith('RIFF') && first.endsWith('WEBP')) return true
  return start(bytes, 4, 8) === 'ftyp' && /avif|avis/.test(start(bytes, 8, 40))
}

/** The largest copy is the picture's address; the smaller ones are beside it. */
export const addressOfImage = (id: string) => `/images/${id}-1200.webp`
export const idInAddress = (address: string) => /^\/images\/([0-9a-f]{40})-1200\.webp$/.exec(address)?.[1]

/** For small displays; pictures of other hosts have one size. */
export const smallCopy = (address: string) =>
  address.replace(/^(\/(?:products|images)\/[\w-]+)-1200\.webp$/, '$1-320.webp')

/** Of a part that has no picture yet, by what kind of part it is. */
export const addressOfDrawing = (kind: string) => `/images/drawing-${kind || 'part'}-1200.webp`
export const isDrawing = (address: string) => address.startsWith('/images/drawing-')
