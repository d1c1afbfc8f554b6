import { setTimeout as sleep } from 'node:timers/promises'
import type { Counters } from '~/platform/db/counters.server.ts'
import { networkOf, TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { createAttempts } from './attempts.server.ts'

const mostFromOneNetwork = 10
const mostOnOneDevice = 10
const mostBeforeSlow = 10
const slowMs = 2000
const mostWaiting = 5

/** `device` is the number of a device where the account was signed in before. */
type Guess = { account: string; address: string; device: string | undefined }

/**
 * Wrong passwords. After ten the network they come from is refused for a quarter of an hour, and the account answers
 * slowly and one at a time to everybody else: whoever guesses from many networks gets nowhere. A device that the owner
 * was signed in on has ten of its own, whatever happens elsewhere.
 */
export function createPasswordThrottle(counters: Counters) {
  const fromNetwork = createAttempts(counters, 'password from', mostFromOneNetwork)
  const onDevice = createAttempts(counters, 'password on', mostOnOneDevice)
  const atAccount = createAttempts(counters, 'password of', mostBeforeSlow)
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()

  async function stand(account: string) {
    const line = lines.get(account) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= mostWaiting) throw new TooManyRequests(Math.ceil((mostWaiting * slowMs) / 1000))
    line.waiting += 1
    line.last = line.last.then(() => sleep(slowMs))
    lines.set(account, line)
    await line.last
    line.waiting -= 1
    if (line.waiting === 0) lines.delete(account)
  }

  const fromThere = ({ account, address }: Guess) => `${networkOf(address)} at ${account}`
  return {
    async begin(guess: Guess) {
      if (guess.device && (await onDevice.begin(guess.device)) === 0) return
      const waitSeconds = await fromNetwork.begin(fromThere(guess))
      if (waitSeconds) throw new TooManyRequests(waitSeconds)
      if (await atAccount.begin(guess.account)) await stand(guess.account)
    },
    async succeed(guess: Guess) {
      // What others tried elsewhere still counts against them.
      if (guess.device) return onDevice.succeed(guess.device)
      await Promise.all([fromNetwork.succeed(fromThere(guess)), atAccount.succeed(guess.account)])
    },
  }
}
