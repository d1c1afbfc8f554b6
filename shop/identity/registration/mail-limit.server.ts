import type { Counters } from '~/platform/db/counters.server.ts'
import { networkOf } from '~/platform/http/limits/rate-limit.server.ts'
import { createAttempts } from '../sign-in/attempts.server.ts'

const mostFromOneNetwork = 5
const mostToOneAddress = 20

/**
 * Limits the mails of one kind to an address within 15 minutes. Counted by network first, so that a stranger uses up only
 * their own share; beyond the second limit the mailbox already holds links that work for its owner.
 */
export function createMailLimit(counters: Counters, kind: string) {
  const fromNetwork = createAttempts(counters, `${kind} from`, mostFromOneNetwork)
  const toAddress = createAttempts(counters, `${kind} to`, mostToOneAddress)
  return {
    async allows({ email, address }: { email: string; address: string }) {
      if (await fromNetwork.begin(`${networkOf(address)} to ${email}`)) return false
      return (await toAddress.begin(email)) === 0
    },
  }
}
