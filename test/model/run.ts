import { toDollars } from '~/platform/money.ts'
import type { DeliveryState } from '~/shop/orders/deliver/delivery-rules.ts'
import { expireUnpaid } from '~/shop/orders/my-orders/expire-unpaid.server.ts'
import type { TestResponse } from '../http.ts'
import type { Command } from './commands.ts'
import type { Ordered, Person, Scenario } from './scenario.ts'
import { deliveryFee } from './scenario.ts'

const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]

/** Sends one command of one person over HTTP; the response must be one that the shop may give, whatever else happens. */
export async function runCommand(scenario: Scenario, who: Person, command: Command) {
  // What was confirmed before the request was sent must hold for it.
  const before = { isGone: who.isGone, isAdmin: who.isAdmin }
  const response = await runners[command.type](scenario, who, command as never)
  scenario.tally.add(command, response)
  if (!response || response === 'done') return
  const report = (what: string) =>
    scenario.violations.push(
      `${what}: ${JSON.stringify(command)} answered ${response.status} ${response.text.slice(0, 300)}`,
    )
  if (response.status >= 500 && response.status !== 503) report('a fault of the shop')
  if (before.isGone && isPersonal[command.type] && response.status !== 401)
    report('a deleted person was let in')
  if (before.isAdmin && command.type.startsWith('order') && response.status === 200)
    report('an admin ordered')
  for (const other of scenario.people)
    if (other !== who && !who.mayBeAdmin && isPersonal[command.type] && response.text.includes(other.email))
      report(`the response names ${other.email}`)
}

const isPersonal: Partial<Record<Command['type'], true>> = {
  order: true,
  checkout: true,
  'order twice': true,
  cancel: true,
  'start payment': true,
  'confirm payment': true,
  'read order': true,
}

type Runners = {
  [A in Command['type']]: (
    scenario: Scenario,
    who: Person,
    command: Extract<Command, { type: A }>,
  ) => Promise<Result>
}
/** Undefined when there was nothing to do it to; 'done' for what is not a request to the shop. */
type Result = TestResponse | 'done' | undefined

const runners: Runners = {
  async order(scenario, who, { product, quantity, price }) {
    const shown = await productOf(scenario, product)
    if (!shown) return undefined
    const seen = { seen: shown.price * quantity, none: undefined, lower: shown.price * quantity - 1 }[price]
    const response = await place(scenario, who, {
      productId: shown.id,
      quantity,
      price: cents(seen),
      size: 'M',
    })
    if (response?.status === 200 && price !== 'seen')
      scenario.violations.push(`ordered for another price than was shown: ${response.text}`)
    return response
  },
  async 'order twice'(scenario, who, { product, quantity }) {
    const shown = await productOf(scenario, product)
    if (!shown) return undefined
    const input = { productId: shown.id, quantity, price: cents(shown.price * quantity), size: 'L' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all([
      place(scenario, who, input, key),
      place(scenario, who, input, key),
    ])
    if (
      first?.status === 200 &&
      second?.status === 200 &&
      first.json().insertedId !== second.json().insertedId
    )
      scenario.violations.push(`one key, two orders: ${first.text} ${second.text}`)
    return first
  },
  async checkout(scenario, who, { products, quantity }) {
    const [first, second] = [
      await productOf(scenario, products[0]),
      await productOf(scenario, products[1] + 1),
    ]
    if (!first || !second || first.id === second.id) return undefined
    const lines = [first, second].map(({ id }) => ({ productId: id, size: 'M', quantity }))
    const goods = (first.price + second.price) * quantity
    const total = cents(goods > 100 ? goods : goods + deliveryFee)
    const response = await scenario.request('/api/checkout', {
      method: 'POST',
      body: { lines, total },
      headers: who.headers,
    })
    if (!response || response.status === 503) scenario.unanswered.orders += lines.length
    if (response?.status !== 200) return response
    const { purchaseId } = response.json()
    const rows = await scenario
      .shop()
      .db.selectFrom('orders')
      .select('id')
      .where('purchase_id', '=', purchaseId)
      .execute()
      .catch(() => [])
    // The shop crashed before it could be looked up: its orders exist all the same.
    if (rows.length === 0) scenario.unanswered.orders += lines.length
    else if (rows.length !== lines.length) scenario.violations.push(`a part of a purchase: ${purchaseId}`)
    for (const { id } of rows) scenario.orders.push({ id, purchaseId, by: who, confirmed: new Set() })
    return response
  },
  async 'set address'(scenario, who, { order }) {
    const it = await anOrder(scenario, order, ['needs_address', 'to_pack'])
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const body = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
    const response = await scenario.request(`/api/purchases/${it.purchaseId}/address`, {
      method: 'PUT',
      body,
      headers: by.headers,
    })
    if (response?.status === 200 && it.by !== by)
      scenario.violations.push(`${by.email} sent the parcel of ${it.by.email} elsewhere`)
    return response
  },
  async pack(scenario, _who, { order }) {
    const ids = [await anOrder(scenario, order, ['to_pack']), pick(scenario.orders, order + 1)].flatMap(
      (it) => it?.purchaseId ?? [],
    )
    if (ids.length === 0) return undefined
    const headers = adminFor(scenario, order).headers
    return scenario.request('/api/parcels/pack', { method: 'POST', body: { ids }, headers })
  },
  async ship(scenario, _who, { order }) {
    const it = await anOrder(scenario, order, ['packed'])
    if (!it) return undefined
    const headers = adminFor(scenario, order).headers
    const body = { carrier: 'dhl', trackingNumber: 'JD0146000037' }
    return scenario.request(`/api/parcels/${it.purchaseId}/ship`, { method: 'POST', body, headers })
  },
  async deliver(scenario, _who, { order }) {
    const it = await anOrder(scenario, order, ['shipped'])
    if (!it) return undefined
    const headers = adminFor(scenario, order).headers
    return scenario.request(`/api/parcels/${it.purchaseId}/deliver`, { method: 'POST', headers })
  },
  async 'undo step'(scenario, _who, { order }) {
    const it = await anOrder(scenario, order, sent)
    if (!it) return undefined
    const headers = adminFor(scenario, order).headers
    return scenario.request(`/api/parcels/${it.purchaseId}/undo`, { method: 'POST', headers })
  },
  async 'set cart line'(scenario, who, { product, quantity }) {
    const { id: productId } = pick(scenario.products, product)!
    return scenario.request('/api/cart/lines', {
      method: 'PUT',
      body: { productId, size: 'M', quantity },
      headers: who.headers,
    })
  },
  async 'order again'(scenario, who, { order }) {
    const it = pick(scenario.orders, order)
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const response = await scenario.request(`/api/purchases/${it.purchaseId}/again`, {
      method: 'POST',
      headers: by.headers,
    })
    if (response?.status === 200 && it.by !== by)
      scenario.violations.push(`${by.email} read what ${it.by.email} had ordered`)
    return response
  },
  /** Mostly by the customer, of what has left; sometimes by a stranger, or of what has not. */
  async 'ask return'(scenario, who, { order, quantity }) {
    const it = await anOrder(scenario, order, sent)
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const response = await scenario.request(`/api/orders/${it.id}/returns`, {
      method: 'POST',
      body: { quantity, reason: 'damaged', note: 'Bent' },
      headers: by.headers,
    })
    if (response?.status === 200 && it.by !== by)
      scenario.violations.push(`${by.email} returned the order of ${it.by.email}`)
    return response
  },
  'answer return': (scenario, _who, { return: n, accept }) =>
    changeReturn(scenario, n, 'asked', accept ? 'accept' : 'decline', { answer: 'Our words' }),
  'receive return': (scenario, _who, { return: n, sound }) =>
    changeReturn(scenario, n, 'accepted', 'receive', { sound }),
  'refund return': (scenario, _who, { return: n }) => changeReturn(scenario, n, 'received', 'refund'),
  'withdraw return': (scenario, _who, { return: n }) =>
    changeReturn(scenario, n, n % 2 ? 'asked' : 'accepted', 'withdraw'),
  async 'decide dispute'(scenario, _who, { order, status }) {
    const disputed = await disputedIntents(scenario)
    const intent = pick(disputed, order)
    if (!intent) return undefined
    return (await scenario
      .shop()
      .standIn!.decideDispute(intent, status)
      .catch(() => false))
      ? 'done'
      : undefined
  },
  async cancel(scenario, who, { order }) {
    const it = pick(scenario.orders, order)
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const response = await scenario.request(`/api/orders/${it.id}`, {
      method: 'DELETE',
      headers: by.headers,
    })
    if (response?.status === 200 && response.json().deletedCount === 1) it.confirmed.add('cancelled')
    requireOwner(scenario, by, it, response)
    return response
  },
  async 'start payment'(scenario, who, { order }) {
    const it = pick(scenario.orders, order)
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const price = await priceOf(scenario, it.id)
    const body = { orderId: it.id, price }
    const response = await scenario.request('/create-payment-intent', {
      method: 'POST',
      body,
      headers: by.headers,
    })
    if (response?.status === 200) it.secret = response.json().clientSecret
    requireOwner(scenario, by, it, response)
    return response
  },
  async pay(scenario, _who, { order, card }) {
    const secret = pick(
      scenario.orders.filter((it) => it.secret),
      order,
    )?.secret
    if (!secret) return undefined
    return scenario.request(`/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scenario.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: secret, payment_method: card }).toString(),
    })
  },
  async 'confirm payment'(scenario, who, { order, with: other }) {
    const started = scenario.orders.filter((it) => it.secret)
    const it = pick(order % 5 === 0 ? scenario.orders : started, order)
    // Mostly the right transaction, sometimes that of another order.
    const payer = other % 3 === 0 ? pick(started, other) : it
    if (!it || !payer?.secret) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const body = { transactionId: payer.secret.split('_secret_')[0], appointmentId: it.id }
    const response = await scenario.request(`/api/order/${it.id}`, {
      method: 'PATCH',
      body,
      headers: by.headers,
    })
    if (response?.status === 200) {
      it.confirmed.add('paid')
      if (payer.purchaseId !== it.purchaseId)
        scenario.violations.push(`paid with the transaction of another order: ${it.id}`)
    }
    requireOwner(scenario, by, it, response)
    return response
  },
  async refund(scenario, _who, { order, restock, quantity }) {
    const it = await anOrder(scenario, order, ['needs_address', 'to_pack', ...sent])
    if (!it) return undefined
    const admin = adminFor(scenario, order)
    const response = await scenario.request(`/api/orders/${it.id}/refund`, {
      method: 'POST',
      body: { restock, ...(quantity && { quantity }) },
      headers: admin.headers,
    })
    if (response?.status === 200 && !quantity) it.confirmed.add('refunded')
    return response
  },
  /** In the provider's dashboard, in full or in part. */
  async 'refund by hand'(scenario, _who, { order, share }) {
    const it = await anOrder(scenario, order, ['needs_address', 'to_pack', ...sent])
    const secret = it?.secret
    const { standIn } = scenario.shop()
    const intent = secret?.split('_secret_')[0]
    const price = secret && (await priceOf(scenario, it.id))
    if (!intent || !price) return undefined
    const form = {
      payment_intent: intent,
      ...(share > 1 && { amount: String(Math.round((price * 100) / share)) }),
    }
    const response = await standIn!
      .fetch('https://provider/v1/refunds', {
        method: 'POST',
        headers: { authorization: `Bearer ${scenario.secretKey}` },
        signal: AbortSignal.timeout(300),
        body: new URLSearchParams(form).toString(),
      })
      .catch(() => undefined)
    return response?.ok ? 'done' : undefined
  },
  async 'retry refund'(scenario, _who, { order }) {
    const headers = adminFor(scenario, order).headers
    const listed = await scenario.request('/api/refunds?page=1', { headers })
    if (listed?.status !== 200) return listed
    const it = pick(listed.json() as { _id: string }[], order)
    if (!it) return undefined
    return scenario.request(`/api/refunds/${it._id}/retry`, { method: 'POST', headers })
  },
  async 'finish refunds'(scenario) {
    await scenario
      .shop()
      .standIn!.finishRefunds()
      .catch(() => {})
    return 'done'
  },
  async 'set stock'(scenario, _who, { product, pieces }) {
    const it = pick(scenario.products, product)!
    const headers = adminFor(scenario, product).headers
    return scenario.request(`/api/services/${it.id}`, {
      method: 'PUT',
      body: { availableQty: pieces },
      headers,
    })
  },
  async 'set price'(scenario, _who, { product, cents: priceCents }) {
    const shown = await scenario.request(`/api/service/${pick(scenario.products, product)!.id}`)
    if (shown?.status !== 200) return shown
    const { _id, orderQty, price, productDescription, image } = shown.json()
    const seen = { orderQty, price, productDescription, image }
    const body = { ...seen, price: toDollars(priceCents), seen }
    const headers = adminFor(scenario, product).headers
    return scenario.request(`/api/services/${_id}/details`, { method: 'PUT', body, headers })
  },
  async 'delete product'(scenario, _who, { product }) {
    const it = pick(scenario.products, product)!
    const headers = adminFor(scenario, product).headers
    const response = await scenario.request(`/api/services/${it.id}`, { method: 'DELETE', headers })
    if (response?.status === 200) it.isGone = true
    // Another product takes its place.
    return response?.status === 200 ? addProduct(scenario) : response
  },
  'add product': addProduct,
  async promote(scenario, _who, { person }) {
    const it = pick(scenario.people, person)!
    const headers = adminFor(scenario, person).headers
    it.mayBeAdmin = true
    const response = await scenario.request(`/user/admin/${it.email}`, { method: 'PUT', headers })
    if (response?.status === 200) it.isAdmin = true
    return response
  },
  async 'delete person'(scenario, _who, { person }) {
    const it = pick(scenario.people, person)!
    const headers = adminFor(scenario, person + 1).headers
    const response = await scenario.request(`/api/user/${it.email}`, { method: 'DELETE', headers })
    if (response?.status === 200) it.isGone = true
    return response
  },
  async 'my orders'(scenario, who, { person }) {
    const target = person % 4 === 0 ? pick(scenario.people, person)! : who
    const response = await scenario.request(`/api/orders/${target.email}`, { headers: who.headers })
    if (target !== who && !who.mayBeAdmin && response?.status === 200)
      scenario.violations.push(`${who.email} read the orders of ${target.email}`)
    return response
  },
  'read order': async (scenario, who, { order }) => {
    const it = pick(scenario.orders, order)
    if (!it) return undefined
    const response = await scenario.request(`/api/order/${it.id}`, { headers: who.headers })
    requireOwner(scenario, who, it, response)
    return response
  },
  'read product': (scenario, _who, { product }) =>
    scenario.request(`/api/service/${pick(scenario.products, product)!.id}`),
  async 'all orders'(scenario, who, { person }) {
    const by = person % 2 === 0 ? adminFor(scenario, person) : who
    const response = await scenario.request('/api/orders?page=1', { headers: by.headers })
    if (response?.status === 200 && !by.mayBeAdmin)
      scenario.violations.push(`${by.email} read the orders of all`)
    return response
  },
  async 'forge webhook'(scenario) {
    const paid = pick(scenario.orders, scenario.orders.length - 1)?.secret?.split('_secret_')[0] ?? 'pi_none'
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
  async sweep(scenario) {
    await scenario
      .shop()
      .payments.sweep()
      .catch(() => {})
    return 'done'
  },
  /** Makes one order expire. */
  async 'reach expiry'(scenario, _who, { order }) {
    const it = pick(scenario.orders, order)
    const { db } = scenario.shop()
    const expires_at = new Date(Date.now() - 1000).toISOString()
    if (!it) return undefined
    await db
      .updateTable('orders')
      .set({ expires_at })
      .where('id', '=', it.id)
      .execute()
      .catch(() => {})
    return 'done'
  },
  async expire(scenario) {
    await expireUnpaid(scenario.shop()).catch(() => {})
    return 'done'
  },
}

const sent: DeliveryState[] = ['packed', 'shipped', 'delivered']

/** Mostly one whose parcel has come this far, sometimes any. */
async function anOrder(scenario: Scenario, n: number, states: DeliveryState[]) {
  if (n % 5 === 0) return pick(scenario.orders, n)
  const rows = await scenario
    .shop()
    .db.selectFrom('orders')
    .select('id')
    .where('delivery_state', 'in', states)
    .execute()
    .catch(() => [])
  const ids = new Set(rows.map(({ id }) => id))
  return pick(
    scenario.orders.filter(({ id }) => ids.has(id)),
    n,
  )
}

async function disputedIntents(scenario: Scenario) {
  const rows = await scenario
    .shop()
    .db.selectFrom('stand_in_objects')
    .select('body')
    .where('kind', '=', 'dispute')
    .execute()
    .catch(() => [])
  const disputes = rows.map(({ body }) => JSON.parse(body))
  return disputes
    .filter(({ status }) => status === 'needs_response')
    .map(({ payment_intent }) => payment_intent as string)
}

/** One of those that are listed at this step; two at once may choose the same one. */
async function changeReturn(scenario: Scenario, n: number, state: string, step: string, body: object = {}) {
  const headers = adminFor(scenario, n).headers
  const listed = await scenario.request(`/api/returns?page=1&state=${state}`, { headers })
  if (listed?.status !== 200) return listed
  const it = pick(listed.json() as { _id: string }[], n)
  if (!it) return undefined
  return scenario.request(`/api/returns/${it._id}/${step}`, { method: 'POST', headers, body })
}

async function addProduct(scenario: Scenario) {
  const body = {
    productName: `Tyre ${crypto.randomUUID()}`,
    availableQty: 40,
    orderQty: 1,
    price: 19.99,
    productDescription: 'Round and new',
    image: '/products/alloy-wheel-1200.webp',
  }
  const response = await scenario.request('/api/services', {
    method: 'POST',
    body,
    headers: adminFor(scenario, 0).headers,
  })
  if (response?.status !== 200) return response
  const empty = scenario.products.findIndex((product) => product.isGone)
  scenario.products[empty < 0 ? scenario.products.length : empty] = {
    id: response.json().insertedId,
    isGone: false,
  }
  return response
}

async function place(scenario: Scenario, who: Person, body: object, key: Record<string, string> = {}) {
  const response = await scenario.request('/api/orders', {
    method: 'POST',
    body,
    headers: { ...who.headers, ...key },
  })
  if (!response || response.status === 503) scenario.unanswered.orders += 1
  const id = response?.status === 200 ? (response.json().insertedId as string) : undefined
  if (id && !scenario.orders.some((it) => it.id === id))
    scenario.orders.push({ id, purchaseId: id, by: who, confirmed: new Set() })
  return response
}

async function productOf(scenario: Scenario, product: number) {
  const { id } = pick(scenario.products, product)!
  const shown = await scenario.request(`/api/service/${id}`)
  return shown?.status === 200 ? { id, price: shown.json().price as number } : undefined
}

/** Of the purchase that it belongs to. */
async function priceOf(scenario: Scenario, id: string) {
  const it = scenario.orders.find((known) => known.id === id)!
  const shown = await scenario.request(`/api/purchases/${it.purchaseId}`, { headers: it.by.headers })
  return shown?.status === 200 ? (shown.json().total as number) || 1 : 1
}

/** Who was deleted, or became an admin, acts in person: that has rules of its own. */
const mostlyItsCustomer = (who: Person, it: Ordered, n: number) =>
  n % 7 === 0 || who.isGone || who.mayBeAdmin ? who : it.by

/** Nobody but an admin may reach the order of another person. */
function requireOwner(scenario: Scenario, who: Person, it: Ordered, response: TestResponse | undefined) {
  if (response?.status === 200 && it.by !== who && !who.mayBeAdmin)
    scenario.violations.push(`${who.email} reached the order ${it.id} of ${it.by.email}`)
}

const adminFor = (scenario: Scenario, index: number) => pick(scenario.admins(), index)!
const cents = (dollars: number | undefined) =>
  dollars === undefined ? undefined : Math.round(dollars * 100) / 100
