import type { Log } from '~/platform/log.server.ts'

type Work = {
  everyMs: number
  work: () => Promise<unknown>
  log: Log
  /** What the log says when the work throws. */
  failure: string
}

/**
 * Works at intervals, and at once when woken, but never twice at the same time: woken while it works, it works once
 * more. A failure is logged, and the next interval comes all the same.
 */
export function startWorker({ everyMs, work, log, failure }: Work) {
  let running: Promise<void> | undefined
  let again = false
  const timer = setInterval(() => running ?? void wake(), everyMs)
  timer.unref()

  function wake() {
    again = true
    running ??= run()
    return running
  }
  async function run() {
    while (again) {
      again = false
      await Promise.resolve()
        .then(work)
        .catch((error) => log.error({ err: error }, failure))
    }
    running = undefined
  }
  return {
    wake,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
