import { setTimeout as sleep } from 'node:timers/promises'
import type { Counters } from '~/platform/db/counters.server.ts'
import { networkOf, TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { minutes } from '~/platform/time.ts'

const quarterMs = minutes(15)

/**
 * Counts attempts at one thing, within 15 minutes unless another time is given. Unknown accounts are counted alike, so a refusal reveals nothing. An
 * attempt counts from its start: parallel guesses gain nothing.
 */
export function createAttempts(counters: Counters, what: string, most: number, windowMs = quarterMs) {
  /** 0 when the attempt is allowed, else the seconds to wait. */
  async function begin(key: string) {
    const { count, endsAt } = await counters.add(`${what} ${key}`, windowMs)
    return count > most ? Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)) : 0
  }
  return {
    begin,
    async beginOrRefuse(key: string) {
      const waitSeconds = await begin(key)
      if (waitSeconds) throw new TooManyRequests(waitSeconds)
    },
    succeed: (key: string) => counters.forget(`${what} ${key}`),
  }
}

const mostFromOneNetwork = 10
const mostOnOneDevice = 10
const mostBeforeSlow = 10
const slowMs = 2000
const mostWaiting = 5

/** `device` is the id of a device on which the account was signed in before. */
type PasswordAttempt = { account: string; address: string; device: string | undefined }

/**
 * Limits wrong passwords, on one of so many workers. After ten, their network is refused for 15 minutes, and the account answers everybody else
 * slowly and one at a time, so guessing from many networks does not help. A device on which the owner was signed in has
 * a separate limit of ten, whatever happens elsewhere.
 */
export function createPasswordThrottle(counters: Counters, workers: number) {
  // Each has a queue of its own, and together they let through no more than one alone.
  const turnMs = slowMs * workers
  const fromNetwork = createAttempts(counters, 'password from', mostFromOneNetwork)
  const onDevice = createAttempts(counters, 'password on', mostOnOneDevice)
  const atAccount = createAttempts(counters, 'password of', mostBeforeSlow)
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()

  async function waitInQueue(account: string) {
    const queue = queues.get(account) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= mostWaiting) throw new TooManyRequests(Math.ceil((mostWaiting * turnMs) / 1000))
    queue.waiting += 1
    queue.last = queue.last.then(() => sleep(turnMs))
    queues.set(account, queue)
    await queue.last
    queue.waiting -= 1
    if (queue.waiting === 0) queues.delete(account)
  }

  const networkKey = ({ account, address }: PasswordAttempt) => `${networkOf(address)} at ${account}`
  return {
    async begin(attempt: PasswordAttempt) {
      if (attempt.device && (await onDevice.begin(attempt.device)) === 0) return
      await fromNetwork.beginOrRefuse(networkKey(attempt))
      if (await atAccount.begin(attempt.account)) await waitInQueue(attempt.account)
    },
    async succeed(attempt: PasswordAttempt) {
      // Attempts made elsewhere still count against those who made them.
      if (attempt.device) return onDevice.succeed(attempt.device)
      await Promise.all([fromNetwork.succeed(networkKey(attempt)), atAccount.succeed(attempt.account)])
    },
  }
}

const mostMailsFromOneNetwork = 5
const mostToOneAddress = 20

/**
 * Limits the mails of one kind to an address within 15 minutes. Counted by network first, so that a stranger uses up only
 * their own share; beyond the second limit the mailbox already holds links that work for its owner.
 */
export function createMailLimit(counters: Counters, kind: string) {
  const fromNetwork = createAttempts(counters, `${kind} from`, mostMailsFromOneNetwork)
  const toAddress = createAttempts(counters, `${kind} to`, mostToOneAddress)
  return {
    async allows({ email, address }: { email: string; address: string }) {
      if (await fromNetwork.begin(`${networkOf(address)} to ${email}`)) return false
      return (await toAddress.begin(email)) === 0
    },
  }
}
