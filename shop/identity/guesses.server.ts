import { setTimeout as sleep } from 'node:timers/promises'
import type { Counters } from '~/platform/counters.server.ts'
import { networkOf, TooManyCalls } from '~/platform/http/rate-limit.server.ts'
import { createAttempts } from './attempts.server.ts'

const mostFromOneNetwork = 10
const mostBeforeSlow = 10
const slowMs = 2000
const mostWaiting = 5

type Guess = { account: string; address: string }

/**
 * Wrong passwords. After ten the network they come from is refused for a quarter of an hour, and the account answers
 * slowly and one at a time to everybody else: whoever guesses from many networks gets nowhere, and the owner is let in.
 */
export function createGuesses(counters: Counters) {
  const fromNetwork = createAttempts(counters, 'password from', mostFromOneNetwork)
  const atAccount = createAttempts(counters, 'password of', mostBeforeSlow)
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()

  async function stand(account: string) {
    const line = lines.get(account) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= mostWaiting) throw new TooManyCalls(Math.ceil((mostWaiting * slowMs) / 1000))
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
      const waitSeconds = await fromNetwork.begin(fromThere(guess))
      if (waitSeconds) throw new TooManyCalls(waitSeconds)
      if (await atAccount.begin(guess.account)) await stand(guess.account)
    },
    async succeed(guess: Guess) {
      await Promise.all([fromNetwork.succeed(fromThere(guess)), atAccount.succeed(guess.account)])
    },
  }
}
