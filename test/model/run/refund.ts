import type { TestResponse } from '../../http.ts'
import { adminFor, anOrder, pickOwn, purchasesOf } from '../pick.ts'
import type { Ordered, Person, Scenario } from '../scenario.ts'
import type { Runners } from './runners.ts'

/** What admins do about money that goes back. */
export const refundRunners: Pick<
  Runners,
  'refund' | 'refund piece by piece' | 'retry refund' | 'close refund'
> = {
  /** Of all that was paid with a card: also what cost nothing beside something else. */
  async refund(scenario, who, { order, restock, quantity }) {
    const it = await anOrder(scenario, who, order, ({ transaction_id }) => transaction_id !== null)
    if (!it) return undefined
    const response = await refund(scenario, order, it, { restock, ...(quantity && { quantity }) })
    if (response?.status === 200 && !quantity) it.confirmed.add('refunded')
    return response
  },
  /** One piece after the other, of all orders of a purchase in turn. */
  async 'refund piece by piece'(scenario, who, { order, pieces }) {
    const it = await anOrder(scenario, who, order, ({ state }) => state === 'paid')
    const all = scenario.orders.filter(({ purchaseId }) => purchaseId === it?.purchaseId)
    let response: TestResponse | undefined
    for (let n = 0; n < pieces && all.length > 0; n++)
      response = await refund(scenario, order, all[n % all.length]!, { restock: false, quantity: 1 })
    return response
  },
  'retry refund': (scenario, who, { refund }) => ofFailed(scenario, who, refund, 'retry'),
  'close refund': (scenario, who, { refund }) => ofFailed(scenario, who, refund, 'close'),
}

const refund = (scenario: Scenario, n: number, { id }: Ordered, body: object) =>
  scenario.request(`/api/orders/${id}/refund`, {
    method: 'POST',
    body,
    headers: adminFor(scenario, n).headers,
  })

async function ofFailed(scenario: Scenario, who: Person, n: number, step: 'retry' | 'close') {
  const { headers } = adminFor(scenario, n)
  const listed = await scenario.request('/api/refunds?page=1', { headers })
  if (listed?.status !== 200) return listed
  const own = purchasesOf(scenario, who)
  const failed = listed.json() as { _id: string; orderId?: string }[]
  const it = pickOwn(failed, n, ({ orderId }) => own.has(orderId ?? ''))
  if (!it) return undefined
  const response = await scenario.request(`/api/refunds/${it._id}/${step}`, { method: 'POST', headers })
  if (step === 'close' && response?.status === 200) scenario.closedByHand.add(it._id)
  return response
}
