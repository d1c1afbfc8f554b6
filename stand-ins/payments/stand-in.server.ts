import type { Database } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { schedule } from '~/platform/queue/schedule.server.ts'
import { hours, seconds } from '~/platform/time.ts'
import type { FaultPlan } from './fault-plan.ts'
import { noFaults } from './fault-plan.ts'
import { standInFetch } from './fetch.server.ts'
import { deleteOldObjects } from './forget.server.ts'
import type { Keys } from './keys.server.ts'
import { finishRefunds } from './refunds.server.ts'
import { serveStandIn } from './serve.server.ts'
import { startWebhooks } from './webhooks.server.ts'

const forgetsEveryMs = hours(1)
/** So long a bank takes here. */
const bankTakesSeconds = 60

type Webhook = { path: string; events: string[] }
type Parts = { app: App; database: Database; keys: Keys; log: Log; webhook: Webhook; faults?: FaultPlan }

/**
 * The card payment provider of a shop without keys, at the provider's addresses on the shop's own server. All it knows
 * is in the shop's database, so it survives a restart and is the same on every server of the shop.
 */
export async function openStandIn({ app, database, keys, log, webhook, faults = noFaults }: Parts) {
  const webhooks = startWebhooks({
    db: database.db,
    events: webhook.events,
    webhookSecret: keys.webhookSecret,
    // Through the same door as the real provider's, without needing to know on which port it listens.
    deliver: async (payload, signature) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await app.inject({ method: 'POST', url: webhook.path, payload, headers })
      return answer.statusCode
    },
    faults,
    log,
  })
  const afterwards = () => void webhooks.hurry()
  const forgetting = schedule(
    forgetsEveryMs,
    'the forgetting of the payment stand-in',
    () => database.unlessElsewhere(() => deleteOldObjects(database.db)),
    log,
  )
  const banking = schedule(
    seconds(bankTakesSeconds),
    'the bank of the payment stand-in',
    async () => {
      await finishRefunds(database, { olderThanSeconds: bankTakesSeconds })
      afterwards()
    },
    log,
  )
  await serveStandIn(app, { database, keys, afterwards })
  app.addHook('onListen', async () => afterwards())
  return {
    fetch: standInFetch({ database, keys, faults, afterwards }),
    webhooks,
    /** The bank is done with every refund at once. */
    async finishRefunds() {
      await finishRefunds(database)
      await webhooks.hurry()
    },
    async stop() {
      await forgetting.stop()
      await banking.stop()
      await webhooks.stop()
    },
  }
}
