import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { refuse } from './contract.ts'
import type { Payments } from './payments.server.ts'
import type { Provider } from './provider.server.ts'
import { ProviderError } from './provider.server.ts'

export const webhookPath = '/webhooks/stripe'
/** The events that the shop subscribes to; the same list is chosen in the provider's dashboard. */
export const webhookEvents = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]
/** An event carries a complete object. */
const maxEventBytes = 512 * 1024
/** The tolerance of the provider's SDK. */
const signatureToleranceSeconds = 300
const policy: Policy = {
  access: 'provider-signature',
  takes: 'signed-json',
  mostBytes: maxEventBytes,
  vital: true,
}

/** The signature is over the raw body, so the body is not parsed before it is verified. */
export async function serveWebhook(app: App, payments: Payments, provider: Provider) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      webhookPath,
      {
        schema: { summary: "The payment provider's notice" },
        config: { policy },
        onRequest: async ({ headers }) => {
          if (!isPlausible(headers['stripe-signature'])) throw refuse('bad_signature')
        },
      },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        const event =
          Buffer.isBuffer(request.body) && typeof signature === 'string'
            ? provider.readEvent(request.body, signature)
            : undefined
        if (!event) throw refuse('bad_signature')
        await handleEvent(payments, event.type, event.data.object as EventObject)
        return reply.header('cache-control', 'no-store').send({ received: true })
      },
    )
  })
}

/** What can be checked before the body is read: a recent time and a digest. */
function isPlausible(signature: string | string[] | undefined) {
  const [, time] = /^t=(\d{1,12}),.*\bv1=[0-9a-f]{64}\b/.exec(String(signature)) ?? []
  return time !== undefined && Date.now() / 1000 - Number(time) < signatureToleranceSeconds
}

type EventObject = { id?: string; payment_intent?: string | null }

/** An event only says where to look: the state itself is read from the provider. */
async function handleEvent(payments: Payments, type: string, { id, payment_intent }: EventObject) {
  try {
    if (!webhookEvents.includes(type)) return
    if (type.startsWith('payment_intent.') && id) await payments.settle(id)
    else if (type.startsWith('charge.dispute.') && payment_intent)
      await payments.reconcileDisputes(payment_intent)
    else if (payment_intent) await payments.reconcileRefunds(payment_intent)
  } catch (error) {
    // The provider sends an event again unless it is acknowledged.
    if (error instanceof ProviderError) throw new Refusal(500, error.reason, error.message)
    throw error
  }
}
