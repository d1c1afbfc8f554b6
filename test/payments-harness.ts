import type { PaymentsOutside } from '~/app/wiring/providers.server.ts'
import { openPayments } from '~/app/wiring/providers.server.ts'
import { migrate } from '~/database/migrate.server.ts'
import { sendCached } from '~/platform/cache/front.server.ts'
import { PageCache } from '~/platform/cache/page-cache.server.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { createApp } from '~/platform/http/app.server.ts'
import { registerEndpoints } from '~/platform/http/register.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { minutes } from '~/platform/time.ts'
import { readConfig } from '~/shop/config.server.ts'
import { paymentsApi } from '~/shop/payments/api.server.ts'
import { standInKeys } from '~/stand-ins/payments/keys.server.ts'
import { afterThisFile } from './clean-up.ts'
import { openDues } from './dues.ts'
import { createFaultPlan } from './fault-plan.ts'
import { testSettings } from './shop.ts'

const secret = 'the secret of a shop that exists for one test only'

/** Payments with everything around them but orders: what is owed is in a small table of test/dues.ts. */
export async function openPaymentsHarness(
  options: { settings?: Record<string, string>; outside?: PaymentsOutside } = {},
) {
  const settings = options.settings ?? (await testSettings('tables'))
  const config = readConfig({ LOG_LEVEL: 'silent', ...settings })
  const log = createLog('silent')
  const database = await openDatabase(config, log)
  await migrate(database.db)
  const dues = await openDues(database)
  const faults = createFaultPlan()
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const pages = new PageCache()
  const app = createApp({ log, headers: {}, trustProxy: false, front: sendCached(pages) })
  const retryPolicy = options.outside?.retryPolicy ?? { timeoutMs: 1000, retries: 0 }
  const ctx = { app, config, database, log, payable: dues.payable, secret }
  const opened = await openPayments(ctx, { faults, now, ...options.outside, retryPolicy })
  registerEndpoints(
    app,
    paymentsApi(opened.payments, opened.payConfig, async (id) => id),
    {
      pages,
      headers: {},
      // Authentication is not tested here: a header names the user.
      limit: async () => {},
      identify: async ({ headers: { 'x-user': id } }) =>
        typeof id === 'string'
          ? { userId: id, email: `${id}@example.com`, name: id, role: id === 'admin' ? 'admin' : 'user' }
          : undefined,
    },
  )
  let isOpen = true
  async function close() {
    if (!isOpen) return
    isOpen = false
    await opened.stop()
    await app.close()
    await database.close()
  }
  afterThisFile(close)
  await app.ready()

  const { payments, standIn } = opened
  const keys = standInKeys(secret)
  return {
    settings,
    app,
    database,
    db: database.db,
    dues,
    faults,
    payments,
    standIn: standIn!,
    keys,
    payConfig: opened.payConfig,
    close,
    advanceMinutes: (count: number) => {
      clock.aheadMs += minutes(count)
    },
    /** Waits until every webhook that is due has been sent. */
    deliverWebhooks: () => standIn!.webhooks.wake(),
    async callProvider(
      method: string,
      path: string,
      form: Record<string, string> = {},
      key = keys.secretKey,
    ) {
      const response = await standIn!.fetch(`https://provider${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(retryPolicy.timeoutMs),
        ...(method === 'POST' && { body: new URLSearchParams(form).toString() }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
      return { status: response.status, body: (await response.json()) as any }
    },
    /** Confirms the card payment, as the buyer's browser does. */
    async pay(clientSecret: string, card = 'pm_card_visa') {
      const id = transactionOf(clientSecret)
      const form = { client_secret: clientSecret, payment_method: card }
      const { status, body } = await this.callProvider(
        'POST',
        `/v1/payment_intents/${id}/confirm`,
        form,
        keys.publishableKey,
      )
      return { id, status, body }
    },
    /** All charges at the provider, with the sums charged and refunded. */
    async totals() {
      const rows = await database.db
        .selectFrom('stand_in_objects')
        .select('body')
        .where('kind', '=', 'charge')
        .execute()
      const charges = rows.map(({ body }) => JSON.parse(body))
      const sum = (field: string) => charges.reduce((total, charge) => total + charge[field], 0)
      return { charges, charged: sum('amount'), refunded: sum('amount_refunded') }
    },
    refunds: (transactionId: string) =>
      database.db
        .selectFrom('refunds')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    payment: (id: string) =>
      database.db
        .selectFrom('payments')
        .selectAll()
        .where('transaction_id', '=', id)
        .executeTakeFirstOrThrow(),
  }
}

export const transactionOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!
