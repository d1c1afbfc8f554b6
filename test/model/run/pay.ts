import { expireUnpaid } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { anOrder, mostlyItsCustomer, pick, requireOwner } from '../pick.ts'
import type { Ordered, Person, Scenario } from '../scenario.ts'
import type { Runners } from './runners.ts'

/** Paying, or not: cancelled, expired. */
export const payRunners: Pick<
  Runners,
  | 'start payment'
  | 'pay'
  | 'confirm payment'
  | 'cancel'
  | 'reach expiry'
  | 'expire'
  | 'sweep'
  | 'forge webhook'
> = {
  async 'start payment'(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, ({ state }) => state === 'unpaid')
    return it && startPayment(scenario, mostlyItsCustomer(who, it, order), it)
  },
  async pay(scenario, who, { order, card }) {
    const it = await anOrder(scenario, who, order, ({ state }) => state === 'unpaid')
    if (it && !it.secret) await startPayment(scenario, mostlyItsCustomer(who, it, order), it)
    return it?.secret ? confirmCard(scenario, it.secret, card) : undefined
  },
  async 'confirm payment'(scenario, who, { order, with: other }) {
    const started = scenario.orders.filter((it) => it.secret)
    const it = pick(order % 5 === 0 ? scenario.orders : started, order)
    // Mostly the right transaction, sometimes that of another order.
    const payer = other % 3 === 0 ? pick(started, other) : it
    if (!it || !payer?.secret) return undefined
    return confirmPayment(scenario, mostlyItsCustomer(who, it, order), it, payer)
  },
  async cancel(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, ({ state }) => state === 'unpaid')
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const response = await scenario.request(`/api/orders/${it.id}${order % 4 === 0 ? '?rest=cancel' : ''}`, {
      method: 'DELETE',
      headers: by.headers,
    })
    if (response?.status === 200 && response.json().deletedCount > 0) it.confirmed.add('cancelled')
    requireOwner(scenario, by, it, response)
    return response
  },
  /** Makes one order expire, if it ever does. */
  async 'reach expiry'(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, ({ expires_at }) => expires_at !== null)
    if (!it) return undefined
    await scenario.inside(({ db }) =>
      db
        .updateTable('orders')
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .where('id', '=', it.id)
        .where('expires_at', 'is not', null)
        .execute(),
    )
    return 'done'
  },
  async expire(scenario) {
    await scenario.inside(expireUnpaid)
    return 'done'
  },
  async sweep(scenario) {
    await scenario.inside(({ payments }) => payments.sweep())
    return 'done'
  },
  async 'forge webhook'(scenario) {
    const paid = scenario.orders.at(-1)?.secret?.split('_secret_')[0] ?? 'pi_none'
    const body = {
      id: 'evt_x',
      type: 'payment_intent.succeeded',
      data: { object: { id: paid, status: 'succeeded' } },
    }
    const response = await scenario.request('/webhooks/stripe', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': 't=1,v1=00' },
    })
    if (response && response.status !== 400)
      scenario.violations.push(`a forged webhook was accepted: ${response.status}`)
    return response
  },
}

export async function startPayment(scenario: Scenario, by: Person, it: Ordered) {
  const response = await scenario.request('/create-payment-intent', {
    method: 'POST',
    body: { orderId: it.id, price: await totalOf(scenario, it) },
    headers: by.headers,
  })
  if (response?.status === 200) it.secret = response.json().clientSecret
  requireOwner(scenario, by, it, response)
  return response
}

/** Of the purchase that it belongs to. */
async function totalOf(scenario: Scenario, { purchaseId, by }: Ordered) {
  const shown = await scenario.request(`/api/purchases/${purchaseId}`, { headers: by.headers })
  return shown?.status === 200 ? (shown.json().total as number) || 1 : 1
}

/** Between browser and provider. */
export const confirmCard = (scenario: Scenario, secret: string, card: string) =>
  scenario.request(`/v1/payment_intents/${transactionOf(secret)}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scenario.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: secret, payment_method: card }).toString(),
  })

export async function confirmPayment(scenario: Scenario, by: Person, it: Ordered, payer: Ordered) {
  const response = await scenario.request(`/api/order/${it.id}`, {
    method: 'PATCH',
    body: { transactionId: transactionOf(payer.secret!), appointmentId: it.id },
    headers: by.headers,
  })
  if (response?.status === 200) {
    it.confirmed.add('paid')
    if (payer.purchaseId !== it.purchaseId)
      scenario.violations.push(`paid with the transaction of another order: ${it.id}`)
  }
  requireOwner(scenario, by, it, response)
  return response
}

const transactionOf = (secret: string) => secret.split('_secret_')[0]!
