import { toDollars } from '~/platform/money.ts'
import { adminFor, anOrder, pick, requireOwner } from '../pick.ts'
import { deliveryFor } from '../rates.ts'
import type { Product, Scenario } from '../scenario.ts'
import type { Runners } from './runners.ts'

/** Products and people, and who may read what. */
export const manageRunners: Pick<
  Runners,
  | 'set stock'
  | 'set price'
  | 'set rates'
  | 'delete product'
  | 'add product'
  | 'read product'
  | 'promote'
  | 'delete person'
  | 'my orders'
  | 'read order'
  | 'all orders'
> = {
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
    // What costs nothing, or next to nothing, is left so: there is always some of it.
    if (!price || price < 0.5) return undefined
    const body = { ...seen, price: toDollars(priceCents), seen }
    const headers = adminFor(scenario, product).headers
    return scenario.request(`/api/services/${_id}/details`, { method: 'PUT', body, headers })
  },
  /** Other prices of delivery from now on; what was placed keeps its own. */
  async 'set rates'(scenario, _who, { cents }) {
    if (!scenario.hasRates) return undefined
    const { headers } = adminFor(scenario, cents)
    const shown = await scenario.request('/api/manage/rates', { headers })
    if (shown?.status !== 200) return shown
    const body = { version: shown.json().delivery.version, value: deliveryFor(cents) }
    return scenario.request('/api/manage/rates/delivery', { method: 'PUT', body, headers })
  },
  async 'delete product'(scenario, _who, { product }) {
    const it = pick(scenario.products, product)!
    if (it.isKept) return undefined
    const headers = adminFor(scenario, product).headers
    const response = await scenario.request(`/api/services/${it.id}`, { method: 'DELETE', headers })
    if (response?.status === 200) it.isGone = true
    // Another product takes its place.
    return response?.status === 200 ? addProduct(scenario) : response
  },
  'add product': addProduct,
  'read product': (scenario, _who, { product }) =>
    scenario.request(`/api/service/${pick(scenario.products, product)!.id}`),
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
    if (response?.status === 200 && response.json().deletedCount > 0) it.isGone = true
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
    const it = await anOrder(scenario, who, order, ({ customer_id }) => customer_id === who.id)
    if (!it) return undefined
    const response = await scenario.request(`/api/order/${it.id}`, { headers: who.headers })
    requireOwner(scenario, who, it, response)
    return response
  },
  async 'all orders'(scenario, who, { person }) {
    const by = person % 2 === 0 ? adminFor(scenario, person) : who
    const response = await scenario.request('/api/orders?page=1', { headers: by.headers })
    if (response?.status === 200 && !by.mayBeAdmin)
      scenario.violations.push(`${by.email} read the orders of all`)
    return response
  },
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
  const added: Product = { id: response.json().insertedId, isGone: false, grams: null, ships: 'parcel' }
  const empty = scenario.products.findIndex((product) => product.isGone)
  // Else the list only grows, and what costs nothing is chosen ever less often.
  if (empty >= 0) scenario.products[empty] = added
  return response
}
