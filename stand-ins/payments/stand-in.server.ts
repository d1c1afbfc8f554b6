import type { Database, Db } from '~/platform/db/database.server.ts'
import { startPeriodic } from '~/platform/db/periodic.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { hours, seconds } from '~/platform/time.ts'
import { disputeIntent, moveDispute } from './disputes.server.ts'
import type { FaultPlan } from './fault-plan.ts'
import { noFaults } from './fault-plan.ts'
import { headersOf, standInFetch } from './fetch.server.ts'
import { readForm } from './form.ts'
import { handle } from './handle.server.ts'
import type { Keys } from './keys.server.ts'
import { nowInSeconds } from './objects.server.ts'
import { bounceRefund, finishRefunds } from './refunds.server.ts'
import { startWebhooks } from './webhooks.server.ts'

/** How long a refund takes at the simulated bank. */
const bankDelaySeconds = 60

type Webhook = { path: string; events: string[] }
type StandInOptions = {
  app: App
  database: Database
  keys: Keys
  log: Log
  webhook: Webhook
  faults?: FaultPlan
}

/**
 * The payment provider of a shop without API keys, at the provider's paths on the shop's own server. Its data is in the
 * shop's database, so it survives a restart and is the same on every server of the shop.
 */
export async function openStandIn({ app, database, keys, log, webhook, faults = noFaults }: StandInOptions) {
  const ready = new Promise<void>((done) => app.addHook('onReady', async () => done()))
  const webhooks = startWebhooks({
    db: database.db,
    events: webhook.events,
    webhookSecret: keys.webhookSecret,
    // To the same endpoint as the real provider, without needing to know its port. What is left from before a crash waits
    // for a slow start: the first request closes the list of routes.
    deliver: async (payload, signature) => {
      await ready
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const response = await app.inject({ method: 'POST', url: webhook.path, payload, headers })
      return response.statusCode
    },
    faults,
    log,
  })
  const onChange = () => void webhooks.wake()
  const cleaner = startPeriodic(
    { database, log },
    {
      name: 'deleting old objects of the payment stand-in',
      everyMs: hours(1),
      work: () => deleteOldObjects(database.db),
    },
  )
  const bank = startWorker({
    everyMs: seconds(bankDelaySeconds),
    async work() {
      await finishRefunds(database, { olderThanSeconds: bankDelaySeconds })
      onChange()
    },
    log,
    failure: 'refunds of the payment stand-in were not finished',
  })
  await serveStandIn(app, { database, keys, onChange })
  app.addHook('onListen', async () => onChange())
  /** Waits until its webhooks are delivered. */
  const andReport = async <T>(done: Promise<T>) => {
    const result = await done
    await webhooks.wake()
    return result
  }
  return {
    fetch: standInFetch({ database, keys, faults, onChange }),
    webhooks,
    /** Completes every refund at once. */
    finishRefunds: () => andReport(finishRefunds(database)),
    /** A refund that had succeeded comes back to the shop. */
    bounceRefund: (providerRefundId: string) => andReport(bounceRefund(database, providerRefundId)),
    /** The cardholder's bank takes money back, all of it unless an amount is given. */
    dispute: (transactionId: string, amountCents?: number) =>
      andReport(disputeIntent(database, transactionId, { amount: amountCents })),
    /** It only asks; no money moves, and it can still be refunded. */
    inquire: (transactionId: string) =>
      andReport(disputeIntent(database, transactionId, { status: 'warning_needs_response' })),
    escalateInquiry: (transactionId: string) =>
      andReport(moveDispute(database, transactionId, 'needs_response')),
    closeInquiry: (transactionId: string) =>
      andReport(moveDispute(database, transactionId, 'warning_closed')),
    decideDispute: (transactionId: string, status: 'won' | 'lost') =>
      andReport(moveDispute(database, transactionId, status)),
    async stop() {
      await cleaner.stop()
      await bank.stop()
      await webhooks.stop()
    },
  }
}

const batchSize = 500

/** Intents that are paid or can still be paid, with their charges and refunds, are never deleted. */
export async function deleteOldObjects(db: Db, now = nowInSeconds()) {
  for (;;) {
    const old = await db
      .selectFrom('stand_in_objects')
      .select('id')
      .where('forget_at', '<=', now)
      // Not before its webhook is delivered.
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('stand_in_webhooks')
              .select('event_id')
              .whereRef('event_id', '=', 'stand_in_objects.id'),
          ),
        ),
      )
      .limit(batchSize)
      .execute()
    if (old.length === 0) return
    await db
      .deleteFrom('stand_in_objects')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .where('forget_at', '<=', now)
      .execute()
  }
}

const policy: Policy = { access: 'provider-key', takes: 'form', perMinute: 120, vital: true }

type ServeOptions = { database: Database; keys: Keys; onChange: () => void }

/** The stand-in's endpoints for browsers: the provider's paths, on the shop's own server. */
async function serveStandIn(app: App, { database, keys, onChange }: ServeOptions) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: '/v1/*',
      schema: { hide: true },
      config: { policy },
      handler: async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : ''
        const [path, query = ''] = request.url.split('?')
        const result = await handle(database, keys, {
          method: request.method,
          path: path!,
          query: readForm(query),
          form: readForm(text),
          text,
          authorization: request.headers.authorization ?? '',
          idempotencyKey: request.headers['idempotency-key'] as string | undefined,
        })
        onChange()
        return reply
          .code(result.status)
          .headers({ ...headersOf(result), 'cache-control': 'no-store' })
          .send(result.body)
      },
    })
  })
}
