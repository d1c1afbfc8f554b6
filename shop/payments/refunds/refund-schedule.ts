import type { RefundRow } from '~/database/tables.ts'
import { days, hours, minutes } from '~/platform/time.ts'

const pendingCheckMs = minutes(30)
/** A refund that has succeeded can bounce from a closed account: it is checked for this long, less and less often. */
const firstCheckMs = days(1)
const lastCheckMs = days(30)

const later = (from: string, ms: number) => new Date(Date.parse(from) + ms).toISOString()

/** When the provider is next asked for the state of a refund that it has accepted; null for never again. */
export function nextCheckAt(state: RefundRow['state'], { since, now }: { since: string; now: string }) {
  if (state === 'pending') return later(now, pendingCheckMs)
  if (state !== 'succeeded') return null
  const ageMs = Date.parse(now) - Date.parse(since)
  return ageMs > lastCheckMs ? null : later(now, Math.max(firstCheckMs, ageMs))
}

/** A refused refund is sent again after an hour, then less and less often, at least once a day. */
export const nextRetryAt = (attempt: number, now: string) =>
  later(now, Math.min(hours(2 ** Math.min(attempt, 10)), days(1)))
