import type { PaymentsOutside } from '~/app/payments.server.ts'
import { openPayments } from '~/app/payments.server.ts'
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
import { changeableWeather } from './fault-plan.ts'
import { openLedger } from './ledger.ts'
import { dataOfItsOwn } from './shop.ts'

const secret = 'the secret of a till that exists for one test only'

/** Payments with everything around them but orders: what is owed stands in a small ledger of the test's own. */
export async function aTill(given: { settings?: Record<string, string>; outside?: PaymentsOutside } = {}) {
  const settings = given.settings ?? (await dataOfItsOwn())
  const config = readConfig({ LOG_LEVEL: 'silent', ...settings })
  const log = createLog('silent')
  const database = await openDatabase(config, log)
  await migrate(database.db)
  const ledger = await openLedger(database)
  const weather = changeableWeather()
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const pages = new PageCache()
  const app = createApp({ log, headers: {}, trustProxy: false, front: sendCached(pages) })
  const patience = given.outside?.patience ?? { timeoutMs: 1000, retries: 0 }
  const parts = { app, config, database, log, payable: ledger.payable, secret }
  const paying = await openPayments(parts, { weather, now, ...given.outside, patience })
  registerEndpoints(app, paymentsApi(paying.payments, paying.payConfig), {
    pages,
    headers: {},
    // Who is asking is not what is tested here: a header says it.
    identify: async ({ headers: { 'x-user': id } }) =>
      typeof id === 'string'
        ? { userId: id, email: `${id}@example.com`, name: id, admin: id === 'admin' }
        : undefined,
  })
  let isOpen = true
  async function close() {
    if (!isOpen) return
    isOpen = false
    await paying.stop()
    await app.close()
    await database.close()
  }
  afterThisFile(close)
  await app.ready()

  const { payments, standIn } = paying
  const keys = standInKeys(secret)
  return {
    settings,
    app,
    database,
    db: database.db,
    ledger,
    weather,
    payments,
    standIn: standIn!,
    keys,
    payConfig: paying.payConfig,
    close,
    wait: (count: number) => {
      clock.aheadMs += minutes(count)
    },
    /** Waits until every webhook that is due has been sent. */
    webhooks: () => standIn!.webhooks.hurry(),
    async provider(method: string, path: string, form: Record<string, string> = {}, key = keys.secretKey) {
      const answer = await standIn!.fetch(`https://provider${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(patience.timeoutMs),
        ...(method === 'POST' && { body: new URLSearchParams(form).toString() }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
      return { status: answer.status, body: (await answer.json()) as any }
    },
    /** What a buyer's browser does with a client secret. */
    async pay(clientSecret: string, card = 'pm_card_visa') {
      const id = transactionOf(clientSecret)
      const form = { client_secret: clientSecret, payment_method: card }
      const { status, body } = await this.provider(
        'POST',
        `/v1/payment_intents/${id}/confirm`,
        form,
        keys.publishableKey,
      )
      return { id, status, body }
    },
    /** How the provider sees all the money: what it took and what it gave back. */
    async money() {
      const rows = await database.db
        .selectFrom('stand_in_objects')
        .select('body')
        .where('kind', '=', 'charge')
        .execute()
      const charges = rows.map(({ body }) => JSON.parse(body))
      const sum = (field: string) => charges.reduce((total, charge) => total + charge[field], 0)
      return { charges, taken: sum('amount'), returned: sum('amount_refunded') }
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
