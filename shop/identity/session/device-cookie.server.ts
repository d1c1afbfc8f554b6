import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie, setCookie } from '~/platform/http/cookies.server.ts'
import { days, inSeconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'

const name = 'car-parts.device'
export const deviceMs = days(365)
const maxAgeSeconds = inSeconds(deviceMs)
const renewedAfterSeconds = inSeconds(days(30))
const mostAccounts = 5

type Entry = { id: string; issuedAt: number; signature: string }
export type DeviceCookies = ReturnType<typeof createDeviceCookies>

/**
 * Which accounts were signed in on this device before. The cookie signs nobody in: it only gives the device a separate
 * limit for wrong passwords, so that guesses made elsewhere never lock the owner out. It contains no address: an entry is
 * a random id, signed together with the address.
 */
export function createDeviceCookies(secret: string, { publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:')
  const key = createHmac('sha256', secret).update('device cookies').digest()
  const sign = (email: string, { id, issuedAt }: Omit<Entry, 'signature'>) =>
    createHmac('sha256', key).update(`${id} ${issuedAt} ${email}`).digest('base64url')

  const entriesIn = (header: string | undefined) =>
    (readCookie(header, { name, secure }) ?? '')
      .split('~')
      .slice(0, mostAccounts)
      .flatMap((text) => parseEntry(text) ?? [])

  const isOf = (email: string) => (entry: Entry) =>
    entry.issuedAt > now() - maxAgeSeconds &&
    timingSafeEqual(Buffer.from(entry.signature), Buffer.from(sign(email, entry)))

  return {
    /** The id of this device for the account, if the account was signed in here before. */
    idFor: (header: string | undefined, email: string) => entriesIn(header).find(isOf(email))?.id,

    /** The header that remembers the account on this device; undefined when it did so recently. */
    remember(header: string | undefined, email: string) {
      const entries = entriesIn(header)
      const existing = entries.find(isOf(email))
      if (existing && existing.issuedAt > now() - renewedAfterSeconds) return undefined
      const renewed = { id: existing?.id ?? randomBytes(12).toString('base64url'), issuedAt: now() }
      const others = entries.filter((entry) => entry !== existing).slice(0, mostAccounts - 1)
      const value = [{ ...renewed, signature: sign(email, renewed) }, ...others].map(formatEntry).join('~')
      return setCookie({ name, value, maxAgeSeconds, secure })
    },
  }
}

const now = () => Math.floor(Date.now() / 1000)
const formatEntry = ({ id, issuedAt, signature }: Entry) => `${id}.${issuedAt}.${signature}`

function parseEntry(text: string): Entry | undefined {
  const [, id, issuedAt, signature] = /^([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/.exec(text) ?? []
  return signature ? { id: id!, issuedAt: Number(issuedAt), signature } : undefined
}

const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** A readable name of the browser that a session belongs to. */
export function deviceName(userAgent: string | null) {
  const named = (list: typeof browsers) => list.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  const browser = named(browsers)
  const system = named(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'A program'
}
