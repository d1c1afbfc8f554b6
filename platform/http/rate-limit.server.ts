import { Refusal } from './refusal.ts'

const windowMs = 60_000
const mostAddresses = 50_000

/** Counts calls per address in windows of a minute. Bounded: when too many addresses come, all start anew. */
export function createRateLimit(now = Date.now) {
  const counts = new Map<string, { count: number; endsAt: number }>()
  return function limit(key: string, perMinute: number) {
    const time = now()
    const known = counts.get(key)
    if (known && known.endsAt > time) {
      known.count += 1
      if (known.count > perMinute) throw new TooManyCalls(Math.ceil((known.endsAt - time) / 1000))
      return
    }
    if (counts.size >= mostAddresses) counts.clear()
    counts.set(key, { count: 1, endsAt: time + windowMs })
  }
}

export class TooManyCalls extends Refusal {
  constructor(readonly retryAfterSeconds: number) {
    super(429, 'too_many', 'That was a little fast. Please wait a minute and try again.')
  }
}
