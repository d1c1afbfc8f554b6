import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Payments } from './payments.server.ts'
import type { Provider } from './provider.server.ts'
import { ProviderTrouble } from './provider.server.ts'

export const webhookPath = '/webhooks/stripe'
/** What the shop wants to hear; the same list is chosen where the webhook is set up at the provider. */
export const heardEvents = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
]
/** An event carries a whole object with everything the provider knows about it. */
const largestEvent = 512 * 1024
/** The provider's own tolerance. */
const oldestSignatureSeconds = 300
const policy: Policy = {
  who: 'provider-signature',
  takes: 'signed-json',
  mostBytes: largestEvent,
  vital: true,
}

/** The provider's own call. Its signature is over the very bytes that came, so they are read before anything else. */
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
          if (!looksSigned(headers['stripe-signature'])) throw notSigned()
        },
      },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        const event =
          Buffer.isBuffer(request.body) && typeof signature === 'string'
            ? provider.readEvent(request.body, signature)
            : undefined
        if (!event) throw notSigned()
        await hear(payments, event.type, event.data.object as Told)
        return reply.header('cache-control', 'no-store').send({ received: true })
      },
    )
  })
}

const notSigned = () => new Refusal(400, 'bad_signature', 'This was not signed by the payment provider.')

/** What can be told before the body is there: a time that is not too old, and a digest. */
function looksSigned(signature: string | string[] | undefined) {
  const [, time] = /^t=(\d{1,12}),.*\bv1=[0-9a-f]{64}\b/.exec(String(signature)) ?? []
  return time !== undefined && Date.now() / 1000 - Number(time) < oldestSignatureSeconds
}

type Told = { id?: string; payment_intent?: string | null }

/** An event says only where to look: what is true is asked. */
async function hear(payments: Payments, type: string, { id, payment_intent }: Told) {
  try {
    if (!heardEvents.includes(type)) return
    if (type.startsWith('payment_intent.') && id) await payments.settle(id)
    else if (payment_intent) await payments.noticeRefund(payment_intent)
  } catch (error) {
    // Whatever is not taken is sent again.
    if (error instanceof ProviderTrouble) throw new Refusal(500, error.reason, error.message)
    throw error
  }
}
