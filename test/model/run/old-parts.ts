import type { OrderRow } from '~/database/tables.ts'
import { adminFor, anOrder, mostlyItsCustomer, pickRecent } from '../pick.ts'
import type { Scenario } from '../scenario.ts'
import { hasLeft, packOne } from './deliver.ts'
import type { Runners } from './runners.ts'

/** Old parts that come back for their deposit. */
export const oldPartRunners: Pick<Runners, 'return old part' | 'answer old part'> = {
  /** Mostly by the customer, of what was paid with a deposit; sometimes by a stranger, or of what has none. */
  async 'return old part'(scenario, who, { order, pieces, gives }) {
    const isPaid = (row: OrderRow) => row.deposit_cents > 0 && row.state === 'paid'
    const packed = await anOrder(scenario, who, order, (row) => isPaid(row) && hasLeft(row))
    const it =
      packed ??
      (await anOrder(scenario, who, order, (row) => isPaid(row) && row.delivery_state === 'to_pack'))
    if (!it) return undefined
    if (!packed) await packOne(scenario, order, it.purchaseId)
    const by = mostlyItsCustomer(who, it, order)
    const asked = await scenario.request(`/api/orders/${it.id}/old-parts`, {
      method: 'POST',
      body: { quantity: pieces === 'one' ? 1 : it.quantity, note: 'Worn' },
      headers: by.headers,
    })
    if (asked?.status === 200 && it.by !== by)
      scenario.violations.push(`${by.email} returned the old part of ${it.by.email}`)
    if (asked?.status !== 200 || !gives) return asked
    const id = asked.json().insertedId
    // Two admins at once, for one of whom it is given back.
    const [first, second] = await Promise.all([giveBack(scenario, order, id), giveBack(scenario, order, id)])
    if (first?.status === 200 && second?.status === 200)
      scenario.violations.push(`the deposit of ${it.id} was given back twice`)
    return first?.status === 200 ? first : second
  },
  async 'answer old part'(scenario, _who, { oldPart: n, accept }) {
    const { headers } = adminFor(scenario, n)
    const listed = await scenario.request('/api/old-parts?page=1&state=asked', { headers })
    if (listed?.status !== 200) return listed
    const it = pickRecent(listed.json() as { _id: string }[], n)
    if (!it) return undefined
    if (accept) return giveBack(scenario, n, it._id)
    const body = { answer: 'Another part' }
    return scenario.request(`/api/old-parts/${it._id}/decline`, { method: 'POST', body, headers })
  },
}

const giveBack = (scenario: Scenario, n: number, id: string) =>
  scenario.request(`/api/old-parts/${id}/give-back`, {
    method: 'POST',
    headers: adminFor(scenario, n).headers,
    body: {},
  })
