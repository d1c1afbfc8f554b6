export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

const sniffedBytes = 2000

/**
 * The text of a file as spreadsheets and other programs write it. What is not Unicode is read as Windows-1252, the
 * encoding of western spreadsheets: whoever chose the file is told, and looks at its letters.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const wide = wideEncodingOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: fromWindows(bytes), encoding: 'Windows-1252' }
  }
}

/** Where Windows-1252 has signs and ISO-8859-1 has none. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Some versions of Node.js read these signs as the control characters of ISO-8859-1. */
export const fromWindows = (bytes: Uint8Array) =>
  new TextDecoder('windows-1252')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80]!)

/** By the mark at its beginning or, where there is none, by every second byte being empty. */
export function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, sniffedBytes)
  const empty = [0, 0]
  for (const [n, byte] of head.entries()) if (byte === 0) empty[n % 2]! += 1
  if (empty[1]! > head.length / 4) return 'utf-16le'
  return empty[0]! > head.length / 4 ? 'utf-16be' : undefined
}
