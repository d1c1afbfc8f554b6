import type { Log } from './log.server.ts'

/** Does something again and again, never twice at once; what fails in one round is tried in the next. */
export function startRounds(act: () => Promise<unknown>, log: Log, everyMs = 60_000) {
  let running: Promise<void> | undefined
  const timer = setInterval(() => now(), everyMs)
  timer.unref()

  function now() {
    running ??= once().finally(() => {
      running = undefined
    })
    return running
  }
  async function once() {
    try {
      await act()
    } catch (error) {
      log.warn({ err: error }, 'a round of regular work was not finished')
    }
  }
  return {
    now,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
