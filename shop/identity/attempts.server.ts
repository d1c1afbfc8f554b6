const minutes = (count: number) => count * 60_000
const windowMs = minutes(15)
const mostAccounts = 50_000

/**
 * Slows whoever tries at one account, from however many addresses. Unknown accounts are counted alike, so being slowed
 * tells nothing. An attempt counts from its start: parallel guesses gain nothing.
 */
export function createAttempts(most: number, now = Date.now) {
  const counts = new Map<string, { count: number; endsAt: number }>()
  return {
    /** 0 for go ahead, else the seconds to wait. */
    begin(account: string) {
      const time = now()
      const known = counts.get(account)
      if (known && known.endsAt > time) {
        known.count += 1
        return known.count > most ? Math.ceil((known.endsAt - time) / 1000) : 0
      }
      if (counts.size >= mostAccounts) counts.clear()
      counts.set(account, { count: 1, endsAt: time + windowMs })
      return 0
    },
    succeed: (account: string) => void counts.delete(account),
  }
}
