import type { Log } from '~/platform/log.server.ts'

/** Does something again and again, never twice at once; a failure is logged and the next time comes all the same. */
export function schedule(ms: number, what: string, act: () => Promise<unknown>, log: Log) {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= act()
      .then(
        () => {},
        (error) => log.error({ err: error }, `${what} failed`),
      )
      .finally(() => {
        running = undefined
      })
  }, ms)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
