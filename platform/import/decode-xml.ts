import { fromWindows, wideEncodingOf } from './decode-text.ts'
import { FileProblem } from './file-problem.ts'

const headBytes = 400
const atOnce = 64 * 1024

/**
 * The text of a file that says itself how it is written. Unlike a spreadsheet it need not be guessed: what is not written as
 * it says is damaged.
 */
export function decodeXml(bytes: Uint8Array) {
  const decoder = xmlDecoder(bytes)
  let text = ''
  for (let n = 0; n < bytes.length; n += atOnce) text += decoder.decode(bytes.subarray(n, n + atOnce))
  return text + decoder.end()
}

/** For the pieces of a file that begins so; they may be cut anywhere. */
export function xmlDecoder(first: Uint8Array) {
  const encoding = encodingOf(first)
  if (encoding === 'windows-1252') return { decode: fromWindows, end: () => '' }
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  function read(bytes: Uint8Array, stream: boolean) {
    try {
      const text = decoder.decode(bytes, { stream })
      line += text.split('\n').length - 1
      return text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const [before = ''] = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)
      throw new FileProblem(line + before.split('\n').length - 1, [
        `Here the file is not in ${encoding.toUpperCase()}, as it says it is. Ask for it again: it may be in ISO-8859-1.`,
      ])
    }
  }
  return { decode: (bytes: Uint8Array) => read(bytes, true), end: () => read(new Uint8Array(), false) }
}

type XmlEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const named: Record<string, XmlEncoding> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  // What reads as UTF-8 so far, and says that it is this, is not.
  'utf-16': 'utf-8',
  // Its signs are where ISO-8859-1 has none, and many a program means them.
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}

function encodingOf(first: Uint8Array): XmlEncoding {
  const wide = wideEncodingOf(first)
  if (wide) return wide
  const head = String.fromCharCode(...first.subarray(0, headBytes))
  const name = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([^"'>]*)["']/.exec(head)?.[1] ?? 'utf-8'
  const encoding = named[name.toLowerCase()]
  if (!encoding)
    throw new FileProblem(1, [
      `The file is in “${name.slice(0, 40)}”: UTF-8, UTF-16 and ISO-8859-1 are read.`,
    ])
  return encoding
}

/** By its first sign, not by its name. */
export const isXml = (bytes: Uint8Array) => {
  const head = new TextDecoder(wideEncodingOf(bytes)).decode(bytes.subarray(0, headBytes))
  return head.trimStart().startsWith('<')
}
