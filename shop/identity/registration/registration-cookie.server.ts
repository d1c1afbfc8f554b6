import { createHash, randomBytes } from 'node:crypto'
import { readCookie, setCookie } from '~/platform/http/cookies.server.ts'
import { days, inSeconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'

const name = 'car-parts.registration'
const maxAgeSeconds = inSeconds(days(1))

/** A random value by which the browser that registered is recognised when it opens the mailed link. */
export function createRegistrationCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:')
  const read = (header: string | null | undefined) => {
    const value = readCookie(header, { name, secure })
    return value && /^[\w-]{32}$/.test(value) ? value : undefined
  }
  return {
    /** The hash of the value that this browser has. */
    hashIn(header: string | null | undefined) {
      const value = read(header)
      return value && hashed(value)
    },
    /** The browser keeps its value over several registrations, so that each of their links works in it. */
    issue(header: string | undefined) {
      const value = read(header) ?? randomBytes(24).toString('base64url')
      return { hash: hashed(value), header: setCookie({ name, value, maxAgeSeconds, secure }) }
    },
  }
}

const hashed = (value: string) => createHash('sha256').update(`browser ${value}`).digest('base64url')
