import type { Counters } from '~/platform/db/counters.server.ts'
import { minutes } from '~/platform/time.ts'

const windowMs = minutes(15)

/**
 * Counts tries at one thing within a quarter of an hour. What does not exist is counted alike, so being refused tells
 * nothing. A try counts from its start: parallel guesses gain nothing.
 */
export const createAttempts = (counters: Counters, what: string, most: number) => ({
  /** 0 for go ahead, else the seconds to wait. */
  async begin(key: string) {
    const { count, endsAt } = await counters.add(`${what} ${key}`, windowMs)
    return count > most ? Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) : 0
  },
  succeed: (key: string) => counters.forget(`${what} ${key}`),
})
