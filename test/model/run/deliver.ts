import { adminFor, anOrder, mostlyItsCustomer, pick } from '../pick.ts'
import type { Scenario } from '../scenario.ts'
import { sendAddress } from './place.ts'
import type { Runners } from './runners.ts'

/** The way of a parcel. */
export const deliverRunners: Pick<
  Runners,
  'set address' | 'pack' | 'ship' | 'deliver' | 'send' | 'undo step' | 'take out'
> = {
  /** Also of what is not paid yet, or costs nothing. */
  async 'set address'(scenario, who, { order }) {
    const it = await anOrder(
      scenario,
      who,
      order,
      ({ state, delivery_state: at }) => state !== 'cancelled' && (!at || at === 'needs_address'),
    )
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const response = await sendAddress(scenario, by, it)
    if (response?.status === 200 && it.by !== by)
      scenario.violations.push(`${by.email} sent the parcel of ${it.by.email} elsewhere`)
    return response
  },
  async pack(scenario, who, { order }) {
    const ids = [
      await anOrder(scenario, who, order, isAt('to_pack')),
      pick(scenario.orders, order + 1),
    ].flatMap((it) => it?.purchaseId ?? [])
    return ids.length > 0 ? pack(scenario, order, ids) : undefined
  },
  async ship(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, isAt('packed'))
    return it && ship(scenario, order, it.purchaseId)
  },
  async deliver(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, isAt('shipped'))
    return it && step(scenario, order, it.purchaseId, 'deliver')
  },
  /** One to three steps at once. */
  async send(scenario, who, { order, steps }) {
    const it = await anOrder(scenario, who, order, isAt('to_pack'))
    if (!it) return undefined
    const packed = await pack(scenario, order, [it.purchaseId])
    if (steps === 1 || packed?.status !== 200 || packed.json().modifiedCount === 0) return packed
    const shipped = await ship(scenario, order, it.purchaseId)
    if (steps === 2 || shipped?.status !== 200) return shipped
    return step(scenario, order, it.purchaseId, 'deliver')
  },
  async 'undo step'(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, hasLeft)
    return it && step(scenario, order, it.purchaseId, 'undo')
  },
  /** What cost nothing beside something that was paid for. */
  async 'take out'(scenario, who, { order, restock }) {
    const it = await anOrder(
      scenario,
      who,
      order,
      ({ state, price_cents }) => state === 'paid' && price_cents === 0,
    )
    return (
      it &&
      scenario.request(`/api/orders/${it.id}/take-out`, {
        method: 'POST',
        body: { restock },
        headers: adminFor(scenario, order).headers,
      })
    )
  },
}

type Delivered = { delivery_state: string | null }
const isAt = (at: string) => (row: Delivered) => row.delivery_state === at
export const hasLeft = ({ delivery_state: at }: Delivered) =>
  at === 'packed' || at === 'shipped' || at === 'delivered'

const pack = (scenario: Scenario, n: number, ids: string[]) =>
  scenario.request('/api/parcels/pack', {
    method: 'POST',
    body: { ids },
    headers: adminFor(scenario, n).headers,
  })

const ship = (scenario: Scenario, n: number, purchaseId: string) =>
  step(scenario, n, purchaseId, 'ship', { carrier: 'dhl', trackingNumber: 'JD0146000037' })

const step = (scenario: Scenario, n: number, purchaseId: string, name: string, body?: object) =>
  scenario.request(`/api/parcels/${purchaseId}/${name}`, {
    method: 'POST',
    body,
    headers: adminFor(scenario, n).headers,
  })
