import { adminFor, anOrder, mostlyItsCustomer, pickRecent } from '../pick.ts'
import type { Ordered, Person, Scenario } from '../scenario.ts'
import { hasLeft } from './deliver.ts'
import type { Runners } from './runners.ts'

/** What customers send back. */
export const returnRunners: Pick<
  Runners,
  'ask return' | 'answer return' | 'receive return' | 'refund return' | 'withdraw return' | 'bring back'
> = {
  /** Mostly by the customer, of what has left; sometimes by a stranger, or of what has not. */
  async 'ask return'(scenario, who, { order, pieces }) {
    const it = await anOrder(scenario, who, order, hasLeft)
    return it && ask(scenario, mostlyItsCustomer(who, it, order), it, pieces)
  },
  'answer return': (scenario, _who, { return: n, accept }) =>
    changeListed(scenario, n, 'asked', accept ? 'accept' : 'decline', words),
  'receive return': (scenario, _who, { return: n, sound }) =>
    changeListed(scenario, n, 'accepted', 'receive', { sound }),
  'refund return': (scenario, _who, { return: n }) => changeListed(scenario, n, 'received', 'refund'),
  'withdraw return': (scenario, _who, { return: n }) =>
    changeListed(scenario, n, n % 2 ? 'asked' : 'accepted', 'withdraw'),
  /** All steps, one after the other. */
  async 'bring back'(scenario, who, { order, pieces, sound, refund }) {
    const it = await anOrder(scenario, who, order, hasLeft)
    if (!it) return undefined
    const asked = await ask(scenario, mostlyItsCustomer(who, it, order), it, pieces)
    if (asked?.status !== 200) return asked
    const id = asked.json().insertedId
    const accepted = await change(scenario, order, id, 'accept', words)
    if (accepted?.status !== 200) return accepted
    const received = await change(scenario, order, id, 'receive', { sound })
    if (received?.status !== 200 || !refund) return received
    return change(scenario, order, id, 'refund')
  },
}

const words = { answer: 'Our words' }

async function ask(scenario: Scenario, by: Person, it: Ordered, pieces: 'one' | 'all') {
  const response = await scenario.request(`/api/orders/${it.id}/returns`, {
    method: 'POST',
    body: { quantity: pieces === 'one' ? 1 : it.quantity, reason: 'damaged', note: 'Bent' },
    headers: by.headers,
  })
  if (response?.status === 200 && it.by !== by)
    scenario.violations.push(`${by.email} returned the order of ${it.by.email}`)
  return response
}

const change = (scenario: Scenario, n: number, id: string, step: string, body: object = {}) =>
  scenario.request(`/api/returns/${id}/${step}`, {
    method: 'POST',
    headers: adminFor(scenario, n).headers,
    body,
  })

/** One of those that are listed at this step; two at once may choose the same one. */
async function changeListed(scenario: Scenario, n: number, state: string, step: string, body: object = {}) {
  const { headers } = adminFor(scenario, n)
  const listed = await scenario.request(`/api/returns?page=1&state=${state}`, { headers })
  if (listed?.status !== 200) return listed
  const it = pickRecent(listed.json() as { _id: string }[], n)
  return it && change(scenario, n, it._id, step, body)
}
