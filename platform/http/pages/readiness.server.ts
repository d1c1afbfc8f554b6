import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '~/platform/log.server.ts'
import { seconds } from '~/platform/time.ts'

const holdsMs = { ready: seconds(5), notReady: seconds(1) }
const longestMs = seconds(3)

/**
 * Whether a check passes, tried every few seconds at most and only when somebody asks. One that hangs counts as failed and
 * is not waited for again. The log says why, and when it is over.
 */
export function createReadiness(check: () => Promise<void>, log: Log) {
  let checking: Promise<void> | undefined
  let startedAt = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let problem: Error | undefined

  const isDue = () => Date.now() - checkedAt >= (problem ? holdsMs.notReady : holdsMs.ready)
  function start() {
    startedAt = Date.now()
    checking = check()
      .then(() => settle(), settle)
      .finally(() => {
        checking = undefined
      })
  }
  function settle(found?: Error) {
    if (found && found.message !== problem?.message) log.error({ err: found }, 'the shop is not ready')
    if (!found && problem) log.warn('the shop is ready again')
    problem = found
    checkedAt = Date.now()
  }
  return async () => {
    if (!checking && isDue()) start()
    const leftMs = startedAt + longestMs - Date.now()
    if (checking && leftMs > 0) {
      const isOver = checking.then(() => true)
      if (!(await Promise.race([isOver, sleep(leftMs, false, { ref: false })])))
        settle(new Error('The database does not confirm that something was written.'))
    }
    return problem === undefined
  }
}
