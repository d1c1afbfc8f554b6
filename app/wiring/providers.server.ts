import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Database } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { minutes } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { identityPath } from '~/shop/identity/auth.server.ts'
import type { Google } from '~/shop/identity/sign-in/google.server.ts'
import { googleDiscovery } from '~/shop/identity/sign-in/google.server.ts'
import type { PayConfig } from '~/shop/payments/contract.ts'
import type { Payable } from '~/shop/payments/payable.ts'
import { createPayments } from '~/shop/payments/payments.server.ts'
import type { ProviderKeys, RetryPolicy } from '~/shop/payments/provider.server.ts'
import { createProvider } from '~/shop/payments/provider.server.ts'
import { serveWebhook, webhookEvents, webhookPath } from '~/shop/payments/webhook.server.ts'
import { serveGoogleStandIn, standInPath } from '~/stand-ins/identity/google.server.ts'
import type { FaultPlan } from '~/stand-ins/payments/fault-plan.ts'
import { standInKeys } from '~/stand-ins/payments/keys.server.ts'
import { openStandIn } from '~/stand-ins/payments/stand-in.server.ts'

type Dependencies = {
  app: App
  config: Pick<Config, 'paymentKeys'>
  database: Database
  log: Log
  payable: Payable
  /** The shop's own secret. */
  secret: string
  /** How often the provider is asked for what nobody has reported. */
  sweepEveryMs?: number | undefined
}
/** What a test may say about the world outside; a shop that serves people leaves it out. */
export type PaymentsOutside = { faults?: FaultPlan; retryPolicy?: RetryPolicy; now?: () => Date }

/** The real provider with keys, the stand-in without; the rest of the shop does not know which. */
export async function openPayments(parts: Dependencies, outside: PaymentsOutside = {}) {
  const { app, config, database, log, payable, secret, sweepEveryMs = minutes(1) } = parts
  const keys = config.paymentKeys ?? { ...standInKeys(secret), live: false }
  const webhook = { path: webhookPath, events: webhookEvents }
  const standIn = config.paymentKeys
    ? undefined
    : await openStandIn({ app, database, log, keys, webhook, ...outside })
  const provider = createProvider({
    keys: keys satisfies ProviderKeys,
    log,
    retryPolicy: outside.retryPolicy,
    ...(standIn && { fetch: standIn.fetch }),
  })
  const shop = createHmac('sha256', secret).update('name at the payment provider').digest('hex').slice(0, 16)
  const payments = createPayments({ database, log, payable, provider, shop, ...outside })
  await serveWebhook(app, payments, provider)
  const sweeper = startWorker({
    everyMs: sweepEveryMs,
    work: payments.sweep,
    log,
    failure: 'the sweep of payments failed',
  })
  return {
    payments,
    standIn,
    payConfig: {
      mode: standIn ? 'stand-in' : 'stripe',
      publishableKey: keys.publishableKey,
    } satisfies PayConfig,
    async stop() {
      await sweeper.stop()
      await standIn?.stop()
    },
  }
}

const standInClient = { clientId: 'car-parts-stand-in', clientSecret: 'stand-in' }

/** Google itself with its keys; without them the stand-in, where stand-ins are on; else there is no such button. */
export function chooseGoogle(config: Config, app: App): Google | undefined {
  if (config.google) return { ...config.google, discoveryUrl: () => googleDiscovery }
  if (!config.standIns) return undefined
  const discovery = `${standInPath}/.well-known/openid-configuration`
  return { ...standInClient, discoveryUrl: () => ownOrigin(config, app) + discovery }
}

export const standInForGoogle = (config: Config, app: App, secret: string) =>
  serveGoogleStandIn(app, {
    client: standInClient,
    publicOrigin: () => (config.hasPublicUrl ? config.publicUrl : `http://localhost:${port(config, app)}`),
    ownOrigin: () => ownOrigin(config, app),
    redirectPath: `${identityPath}/callback/google`,
    secret,
  })

/** Port 0 lets the system choose: only the listening server knows. */
const port = (config: Config, app: App) => (app.server.address() as AddressInfo | null)?.port ?? config.port

function ownOrigin(config: Config, app: App) {
  const everywhere = ['0.0.0.0', '::'].includes(config.host)
  return `http://${everywhere ? '127.0.0.1' : config.host}:${port(config, app)}`
}
