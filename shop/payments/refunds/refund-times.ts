import type { RefundRow } from '~/database/tables.ts'
import { days, hours, minutes } from '~/platform/time.ts'

const pendingLooksMs = minutes(30)
/** Money that has arrived can come back, from an account that was closed: so long it is looked at, ever less often. */
const firstLookMs = days(1)
const lastLookMs = days(30)

const later = (from: string, ms: number) => new Date(Date.parse(from) + ms).toISOString()

/** When the provider is asked how a refund stands that it has taken; null for never again. */
export function nextLookAt(state: RefundRow['state'], { since, now }: { since: string; now: string }) {
  if (state === 'pending') return later(now, pendingLooksMs)
  if (state !== 'succeeded') return null
  const ageMs = Date.parse(now) - Date.parse(since)
  return ageMs > lastLookMs ? null : later(now, Math.max(firstLookMs, ageMs))
}

/** A refused one is tried again after an hour, then ever less often, at least once a day. */
export const nextTryAt = (attempt: number, now: string) =>
  later(now, Math.min(hours(2 ** Math.min(attempt, 10)), days(1)))
