import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'Bezeichnung;Größe\nÖlfilter;12,5\n'.repeat(3)

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16', Buffer.from(text, 'utf16le')],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-16', Buffer.from(text, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(text, 'latin1')],
])('a file in %s is read as it was written', (encoding, bytes) => {
  expect(decodeText(bytes)).toEqual({ text, encoding })
})

test('the mark of the euro is one of Windows', () => {
  expect(decodeText(Buffer.from([0x35, 0x20, 0x80])).text).toBe('5 €')
})

test('an empty file is empty', () => expect(decodeText(new Uint8Array()).text).toBe(''))
