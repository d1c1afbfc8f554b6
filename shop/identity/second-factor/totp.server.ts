import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes of authenticator apps (RFC 6238), as every such app makes them: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in Base32, readable by apps and people. */
export const newTotpSecret = () =>
  Array.from(randomBytes(32), (byte) => alphabet[byte % alphabet.length]).join('')

/** The time step of a code; undefined when it is wrong. A clock may be half a minute off. */
export function stepOfCode(secret: string, code: string, now = Date.now()) {
  const current = Math.floor(now / stepMs)
  return [current, current - 1, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  )
}

export function totpCode(secret: string, step = Math.floor(Date.now() / stepMs)) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Opened by an app from a link or a QR code. */
export const totpUri = (secret: string, email: string) =>
  `otpauth://totp/Car%20Parts:${encodeURIComponent(email)}?secret=${secret}&issuer=Car%20Parts`

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
