import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { countersInTable } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { days } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Auth } from '../auth.server.ts'
import { noteFailure } from '../auth.server.ts'
import { noMoreCodesMail } from '../mails.ts'
import { createAttempts } from '../sign-in/attempts.server.ts'
import { codeRefusals } from '../sign-in/contract.ts'
import { challengeOf } from './second-factor-answer.server.ts'

const mostPerChallenge = 3
const mostPerQuarter = 10
/** So that it takes many accounts to use up what the shop sends in a day. */
const mostPerDay = 30

type Adapter = Awaited<Auth['$context']>['adapter']
type Code = {
  adapter: Adapter
  identityId: string
  phone: string
  /** The log-in that waits for it; none while a phone is enrolled or removed. */
  challenge?: string
}
type Dependencies = {
  database: Database
  mailWorker: MailWorker
  config: Pick<Config, 'mostSmsPerDay' | 'shopEmail'>
}
export type CodeLimits = ReturnType<typeof createCodeLimits>

/**
 * Each SMS costs the shop money, and whoever owns the number may earn by it. Counted in the database, also where there
 * is one server: a restart gives nobody new ones.
 */
export function createCodeLimits({ database, mailWorker, config }: Dependencies) {
  const counters = countersInTable(database.db)
  const perChallenge = createAttempts(counters, 'codes of challenge', mostPerChallenge)
  const perQuarter = createAttempts(counters, 'codes to', mostPerQuarter)
  const perDay = createAttempts(counters, 'codes of a day to', mostPerDay, days(1))
  const ofShop = createAttempts(counters, 'codes of the shop', config.mostSmsPerDay, days(1))

  async function refuseBeyond(limit: typeof perQuarter, key: string) {
    const waitSeconds = await limit.begin(key)
    if (waitSeconds) throw new TooManyRequests(waitSeconds, codeRefusals.too_many_codes[1])
  }
  async function refuseToday(waitSeconds: number) {
    const day = new Date(Date.now() + waitSeconds * 1000).toISOString().slice(0, 10)
    await queueMail(database.db, noMoreCodesMail({ to: config.shopEmail, most: config.mostSmsPerDay, day }))
    void mailWorker.wake()
    throw new TooManyRequests(waitSeconds, codeRefusals.no_codes_today[1])
  }

  return {
    /** Called before a new code takes the place of the last one: a refused one leaves that as it is. */
    async begin({ adapter, identityId, phone, challenge }: Code) {
      const lockedSeconds = await secondsLocked(adapter, identityId)
      if (lockedSeconds > 0) throw new TooManyRequests(lockedSeconds, codeRefusals.codes_locked[1])
      if (challenge) await refuseBeyond(perChallenge, challenge)
      for (const key of [identityId, phone]) {
        await refuseBeyond(perQuarter, key)
        await refuseBeyond(perDay, key)
      }
      const waitSeconds = config.mostSmsPerDay > 0 ? await ofShop.begin('') : 0
      if (waitSeconds) await refuseToday(waitSeconds)
    },
  }
}

/** Wrong codes lock an account for a while; better-auth counts them. */
async function secondsLocked(adapter: Adapter, identityId: string) {
  const where = [{ field: 'userId', value: identityId }]
  const row = await adapter.findOne<{ lockedUntil?: Date | null }>({ model: 'twoFactor', where })
  return row?.lockedUntil ? Math.ceil((new Date(row.lockedUntil).getTime() - Date.now()) / 1000) : 0
}

/** better-auth sends the codes of a log-in itself. */
export const limitedCodes = (limits: CodeLimits): BetterAuthPlugin => ({
  id: 'limited-codes',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/two-factor/send-otp',
        handler: createAuthMiddleware(async (ctx) => {
          const session = await getSessionFromCtx(ctx)
          const { user, challenge } = session
            ? { user: session.user, challenge: session.session.id }
            : await challengeOf(ctx)
          const { phoneNumber: phone } = user as { phoneNumber?: string | null }
          if (!phone) return
          const { adapter } = ctx.context
          await limits.begin({ adapter, identityId: user.id, phone, challenge }).catch((error: unknown) => {
            noteFailure(ctx.request, error)
            throw new APIError('TOO_MANY_REQUESTS')
          })
        }),
      },
    ],
  },
})
