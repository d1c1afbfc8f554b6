import type { Log } from '~/platform/log.server.ts'

/**
 * Does something now and then, and at once when hurried, but never twice at the same time: whoever hurries it while
 * it runs gets one more round.
 */
export function startWorker(everyMs: number, act: () => Promise<void>, log: Log, failed: string) {
  let round: Promise<void> | undefined
  let again = false
  const timer = setInterval(() => void hurry(), everyMs)
  timer.unref()

  function hurry() {
    again = true
    round ??= rounds().finally(() => {
      round = undefined
    })
    return round
  }
  async function rounds() {
    while (again) {
      again = false
      try {
        await act()
      } catch (error) {
        log.warn({ err: error }, failed)
      }
    }
  }
  return {
    hurry,
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
