import type { ParcelRow } from '~/database/tables.ts'
import { adminFor, anOrder, mostlyItsCustomer, pick } from '../pick.ts'
import type { Scenario } from '../scenario.ts'
import { sendAddress } from './place.ts'
import type { Runners } from './runners.ts'

/** The way of a parcel. */
export const deliverRunners: Pick<
  Runners,
  'set address' | 'pack' | 'ship' | 'deliver' | 'send' | 'split' | 'join' | 'undo step' | 'take out'
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
    const all = await Promise.all(ids.map((id) => aParcel(scenario, order, id, 'to_pack')))
    return ids.length > 0 ? pack(scenario, order, all) : undefined
  },
  async ship(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, isAt('packed'))
    return it && ship(scenario, order, await aParcel(scenario, order, it.purchaseId, 'packed'))
  },
  async deliver(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, isAt('shipped'))
    return it && step(scenario, order, await aParcel(scenario, order, it.purchaseId, 'shipped'), 'deliver')
  },
  /** Some of its pieces go into another parcel. */
  async split(scenario, who, { order, pieces }) {
    const it = await anOrder(scenario, who, order, isAt('to_pack'))
    if (!it) return undefined
    const id = await aParcel(scenario, order, it.purchaseId, 'to_pack')
    return step(scenario, order, id, 'split', { lines: [{ orderId: it.id, quantity: pieces }] })
  },
  async join(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, isAt('to_pack'))
    return it && step(scenario, order, await aParcel(scenario, order, it.purchaseId, 'to_pack'), 'join')
  },
  /** One to three steps at once. */
  async send(scenario, who, { order, steps }) {
    const it = await anOrder(scenario, who, order, isAt('to_pack'))
    if (!it) return undefined
    const id = await aParcel(scenario, order, it.purchaseId, 'to_pack')
    const packed = await pack(scenario, order, [id])
    if (steps === 1 || packed?.status !== 200 || packed.json().modifiedCount === 0) return packed
    const shipped = await ship(scenario, order, id)
    if (steps === 2 || shipped?.status !== 200) return shipped
    return step(scenario, order, id, 'deliver')
  },
  async 'undo step'(scenario, who, { order }) {
    const it = await anOrder(scenario, who, order, hasLeft)
    return it && step(scenario, order, await aParcel(scenario, order, it.purchaseId), 'undo')
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

/** One of those of a purchase at this step, as somebody finds it in a list; its first where there is none. */
async function aParcel({ inside }: Scenario, n: number, purchaseId: string, state?: ParcelRow['state']) {
  const parcels = await inside(({ db }) =>
    db.selectFrom('parcels').selectAll().where('purchase_id', '=', purchaseId).execute(),
  )
  const fitting = (parcels ?? []).filter((parcel) => !state || parcel.state === state)
  return pick(fitting, n)?.id ?? purchaseId
}

/** So that something can be done with what its customer has. */
export async function packOne(scenario: Scenario, n: number, purchaseId: string) {
  await pack(scenario, n, [await aParcel(scenario, n, purchaseId, 'to_pack')])
}

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
