import { isIPv4, isIPv6 } from 'node:net'
import type { Counters } from '~/platform/db/counters.server.ts'
import { countersInMemory } from '~/platform/db/counters.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { minutes } from '~/platform/time.ts'

const windowMs = minutes(1)
/** Endpoints that take more calls than this are ordinary ones: they are counted by each machine for itself. */
const mostCountedTogether = 60

export type Limit = (key: string, perMinute: number) => Promise<void>

/**
 * Calls per minute. Those that matter (passwords, mails, codes) are counted for all servers together, which costs a
 * write; a caller that is beyond the limit here already is refused without one.
 */
export function createRateLimit(together: Counters, here = countersInMemory()): Limit {
  return async (key, perMinute) => {
    refuseBeyond(perMinute, await here.add(key, windowMs))
    if (perMinute <= mostCountedTogether) refuseBeyond(perMinute, await together.add(key, windowMs))
  }
}

function refuseBeyond(most: number, { count, endsAt }: { count: number; endsAt: number }) {
  if (count > most) throw new TooManyRequests(Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)))
}

/** One address of IPv6 comes with the whole network of 64 bits, so all of it counts as one. */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address
  const mapped = mappedIPv4(address)
  if (mapped) return mapped
  const [front = '', back] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const before = groups(front)
  const after = groups(back ?? '')
  const zeros = back === undefined ? 0 : 8 - before.length - after.length
  const all = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** `::ffff:203.0.113.7`, written so or in hexadecimal, is a caller by IPv4. */
function mappedIPv4(address: string) {
  const [, mapped = ''] = /^(?:0{0,4}:){1,5}:?ffff:([\d.]+|[\da-f]{1,4}:[\da-f]{1,4})$/i.exec(address) ?? []
  if (isIPv4(mapped)) return mapped
  const [high, low] = mapped.split(':').map((group) => Number.parseInt(group, 16))
  if (high === undefined || low === undefined) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

export class TooManyRequests extends Refusal {
  constructor(
    readonly retryAfterSeconds: number,
    message = 'That was a little fast. Please wait a minute and try again.',
  ) {
    super(429, 'too_many', message)
  }
}
