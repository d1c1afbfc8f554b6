import type { Counters } from '~/platform/db/counters.server.ts'
import { networkOf, TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { hours } from '~/platform/time.ts'

/** Who tries a code; a visitor has no account. */
export type Guesser = { address: string; customerId?: string | undefined }

const mostWrong = { network: 30, account: 10 }
const windowMs = hours(1)

/**
 * Wrong codes, an hour, by network and by account. Right ones do not count, and do not make up for wrong ones: whoever knows
 * one code could guess others without end. Beyond the limit right ones are refused, too, or the limit would tell them. Many
 * at the same moment are not counted yet when they are looked at: how many that can be is for the limit of the route.
 */
export function limitGuesses(counters: Counters) {
  const keysOf = ({ address, customerId }: Guesser) => [
    { key: `wrong codes from ${networkOf(address)}`, most: mostWrong.network },
    ...(customerId ? [{ key: `wrong codes by ${customerId}`, most: mostWrong.account }] : []),
  ]
  return {
    async limit<T>(guesser: Guesser, attempt: () => Promise<T>) {
      const keys = keysOf(guesser)
      const counts = await Promise.all(
        keys.map(async ({ key, most }) => ({ found: await counters.look(key), most })),
      )
      for (const { found, most } of counts)
        if (found && found.count >= most)
          throw new TooManyRequests(Math.max(1, Math.ceil((found.endsAt - Date.now()) / 1000)), tooMany)
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof Refusal && error.reason === 'unknown_code')
          for (const { key } of keys) await counters.add(key, windowMs)
        throw error
      }
    },
  }
}

const tooMany = 'These were many codes that do not exist. Please wait an hour, or order without a code.'
