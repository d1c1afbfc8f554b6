import type { Place } from '~/shop/addresses/place.ts'
import type { TestResponse } from '../../http.ts'
import { modelCodes, savedCents } from '../codes.ts'
import { mostlyItsCustomer, pick } from '../pick.ts'
import { cheapest, places } from '../rates.ts'
import type { Ordered, Person, Scenario } from '../scenario.ts'
import { confirmCard, confirmPayment, startPayment } from './pay.ts'
import type { Runners } from './runners.ts'

/** Ordering one part, and carts. */
export const placeRunners: Pick<
  Runners,
  'order' | 'order twice' | 'checkout' | 'buy' | 'set cart line' | 'order again'
> = {
  async order(scenario, who, { product, quantity, price }) {
    const shown = await productOf(scenario, product)
    if (!shown) return undefined
    const total = inCents((shown.price + shown.deposit) * quantity)
    const sent = { seen: total, none: undefined, lower: total - 1 }[price]
    const response = await place(scenario, who, {
      productId: shown.id,
      quantity,
      price: sent === undefined ? undefined : inCents(sent),
      size: 'M',
    })
    if (response?.status === 200 && (sent ?? 0) !== total)
      scenario.violations.push(`ordered for another price than was shown: ${response.text}`)
    return response
  },
  async 'order twice'(scenario, who, { product, quantity }) {
    const shown = await productOf(scenario, product)
    if (!shown) return undefined
    const input = {
      productId: shown.id,
      quantity,
      price: inCents((shown.price + shown.deposit) * quantity),
      size: 'L',
    }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all([
      place(scenario, who, input, key),
      place(scenario, who, input, key),
    ])
    requireOne(scenario, 'insertedId', first, second)
    return first
  },
  async checkout(scenario, who, { products, quantity, twice }) {
    const cart = await cartOf(scenario, products, quantity)
    if (!cart) return undefined
    if (!twice) return (await checkOut(scenario, who, cart)).response
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all([
      checkOut(scenario, who, cart, key),
      checkOut(scenario, who, cart, key),
    ])
    requireOne(scenario, 'purchaseId', first.response, second.response)
    return first.response
  },
  /** Everything that a customer does, one after the other; others do the same meanwhile. */
  async buy(scenario, who, { products, quantity, card, address }) {
    const cart = await cartOf(scenario, products, quantity)
    if (!cart) return undefined
    const { response, orders } = await checkOut(scenario, who, cart)
    const [order] = orders
    if (!order) return response
    if (address) await sendAddress(scenario, who, order)
    const started = await startPayment(scenario, who, order)
    if (started?.status !== 200) return cart.total === 0 ? response : started
    const confirmed = await confirmCard(scenario, order.secret!, card)
    return confirmed?.status === 200 ? confirmPayment(scenario, who, order, order) : confirmed
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
}

function requireOne(scenario: Scenario, id: string, first?: TestResponse, second?: TestResponse) {
  if (first?.status === 200 && second?.status === 200 && first.json()[id] !== second.json()[id])
    scenario.violations.push(`one key, two orders: ${first.text} ${second.text}`)
}

type Line = { productId: string; size: string; quantity: number }

async function place(
  scenario: Scenario,
  who: Person,
  body: Line & { price: number | undefined },
  key: Record<string, string> = {},
) {
  const response = await scenario.request('/api/orders', {
    method: 'POST',
    body,
    headers: { ...who.headers, ...key },
  })
  if (!response || response.status === 503) scenario.unanswered.orders += 1
  const id = response?.status === 200 && response.json().insertedId
  if (id) remember(scenario, { id, purchaseId: id, quantity: body.quantity, by: who })
  return response
}

type Cart = { lines: Line[]; total: number; place?: Place; code?: string }

/** Of different parts, with what they cost together. */
async function cartOf(scenario: Scenario, products: number[], quantity: number): Promise<Cart | undefined> {
  const where = pick(places, products[0]! + quantity)!
  const shown = await Promise.all([...new Set(products)].map((product) => productOf(scenario, product)))
  const parts = new Map(shown.flatMap((part) => (part ? [[part.id, part]] : [])))
  if (parts.size === 0) return undefined
  const goods = [...parts.values()].reduce((sum, { price }) => sum + price * quantity, 0)
  const deposits = [...parts.values()].reduce((sum, { deposit }) => sum + deposit * quantity, 0)
  const lines = [...parts.keys()].map((productId) => ({ productId, size: 'M', quantity }))
  const code = pick(
    [...modelCodes, undefined, undefined, undefined],
    products.length + quantity + scenario.operations(),
  )
  const saved = code ? savedCents(code, Math.round(goods * 100)) : 0
  const isFree = saved === Math.round(goods * 100)
  const discounted = (feeCents: number) => ({
    total: inCents(goods + deposits + (isFree ? 0 : feeCents) / 100 - saved / 100),
    ...(code && { code: code.code }),
  })
  if (scenario.hasRates) {
    const { country, region = '', postcode = '' } = where.place
    const query = new URLSearchParams({ country, region, postcode })
    const answer = await scenario.request(`/api/delivery?${query}`)
    const fee = cheapest(
      answer?.status === 200 ? (answer.json().delivery?.zone?.ways ?? []) : [],
      lines.map(({ productId }) => ({
        cents: Math.round(parts.get(productId)!.price * quantity * 100),
        ...scenario.products.find(({ id }) => id === productId)!,
        quantity,
      })),
    )
    // Nothing goes there: the shop refuses it, whatever the total.
    return { lines, place: where.place, ...discounted(fee ?? 1) }
  }
  return { lines, ...discounted(inCents(goods) <= 100 ? Math.round(scenario.deliveryFee * 100) : 0) }
}

async function checkOut(scenario: Scenario, who: Person, cart: Cart, key: Record<string, string> = {}) {
  const response = await scenario.request('/api/checkout', {
    method: 'POST',
    body: cart,
    headers: { ...who.headers, ...key },
  })
  if (!response || response.status === 503) scenario.unanswered.orders += cart.lines.length
  if (response?.status !== 200) return { response, orders: [] }
  const { purchaseId } = response.json()
  const rows =
    (await scenario.inside(({ db }) =>
      db
        .selectFrom('orders')
        .select(['id', 'quantity'])
        .where('purchase_id', '=', purchaseId)
        .orderBy('id')
        .execute(),
    )) ?? []
  // The shop crashed before it could be looked up: its orders exist all the same.
  if (rows.length === 0) scenario.unanswered.orders += cart.lines.length
  else if (rows.length !== cart.lines.length) scenario.violations.push(`a part of a purchase: ${purchaseId}`)
  return { response, orders: rows.map((row) => remember(scenario, { ...row, purchaseId, by: who })) }
}

function remember(scenario: Scenario, placed: Omit<Ordered, 'confirmed'>): Ordered {
  const known = scenario.orders.find(({ id }) => id === placed.id)
  if (known) return known
  const order = { ...placed, confirmed: new Set() as Ordered['confirmed'] }
  scenario.orders.push(order)
  return order
}

/** Where another place costs another price, every second customer agrees to it. */
export async function sendAddress(scenario: Scenario, by: Person, { purchaseId, id }: Ordered) {
  const chance = Number.parseInt(id.slice(-4), 16) + scenario.operations()
  const send = (total?: number) =>
    scenario.request(`/api/purchases/${purchaseId}/address`, {
      method: 'PUT',
      body: { ...pick(places, chance)!.address, total },
      headers: by.headers,
    })
  const answer = await send()
  const isDearer = answer?.status === 409 && answer.json().reason === 'total_changed'
  return isDearer && chance % 2 === 0 ? send(answer.json().total) : answer
}

async function productOf(scenario: Scenario, product: number) {
  const { id } = pick(scenario.products, product)!
  const shown = await scenario.request(`/api/service/${id}`)
  if (shown?.status !== 200) return undefined
  const { price, deposit } = shown.json() as { price: number; deposit: number }
  return { id, price, deposit }
}

const inCents = (dollars: number) => Math.round(dollars * 100) / 100
