import { createHash, randomBytes } from 'node:crypto'
import { readCookie, setCookie } from '~/platform/http/cookies.server.ts'
import { days, inSeconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'

const name = 'car-parts.registration'
const maxAgeSeconds = inSeconds(days(1))

/** A random value that identifies the browser that registered when it opens the mailed link. */
export function createRegistrationCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:')
  const read = (header: string | null | undefined) => {
    const value = readCookie(header, { name, secure })
    return value && /^[\w-]{32}$/.test(value) ? value : undefined
  }
  return {
    /** The hash of this browser's value. */
    hashIn(header: string | null | undefined) {
      const value = read(header)
      return value && hashed(value)
    },
    /** One value for several registrations, so that each of their links works in this browser. */
    issue(header: string | undefined) {
      const value = read(header) ?? randomBytes(24).toString('base64url')
      return { hash: hashed(value), header: setCookie({ name, value, maxAgeSeconds, secure }) }
    },
  }
}

const hashed = (value: string) => createHash('sha256').update(`browser ${value}`).digest('base64url')
