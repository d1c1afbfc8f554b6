import type { Counters } from '~/platform/db/counters.server.ts'
import { minutes } from '~/platform/time.ts'

/** So many a minute, of all servers together, spread over the minute: about a second's worth at a time. */
export function createPace(counters: Counters, perMinute: number) {
  const atOnce = Math.max(1, Math.round(perMinute / 60))
  const windowMs = Math.ceil((minutes(1) * atOnce) / perMinute)
  return {
    /** How long to wait before this is asked again; 0 when it is one's turn. */
    async waitMs() {
      const { count, endsAt } = await counters.add('mails to the list', windowMs)
      return count <= atOnce ? 0 : Math.max(1, endsAt - Date.now())
    },
  }
}
