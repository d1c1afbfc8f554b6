import type { OrderRow } from '~/database/tables.ts'
import { anOrder, mostlyItsCustomer, requireOwner } from '../pick.ts'
import type { Runners } from './runners.ts'

/** What customers withdraw from, of what is still here and of what has left. */
export const withdrawalRunners: Pick<Runners, 'withdraw' | 'state withdrawal'> = {
  /** Mostly of one order or all of its purchase; sometimes a second time, by a stranger, or of what is unpaid. */
  async withdraw(scenario, who, { order, pieces, twice }) {
    const it = await anOrder(scenario, who, order, isWithdrawable)
    if (!it) return undefined
    const by = mostlyItsCustomer(who, it, order)
    const bought = scenario.orders.filter(({ purchaseId }) => purchaseId === it.purchaseId)
    const chosen = pieces === 'one' || order % 2 === 0 ? [it] : bought
    const left = (await scenario.inside(({ db }) => db.selectFrom('orders').selectAll().execute())) ?? []
    const quantityOf = (id: string) => {
      const row = left.find((found) => found.id === id)
      return row ? row.quantity - row.refunded_quantity - row.returned_quantity : 1
    }
    const body = {
      key: `model-${scenario.operations()}-${order}`,
      name: 'Ada Lovelace',
      pieces: chosen.map(({ id }) => ({
        orderId: id,
        quantity: pieces === 'one' ? 1 : Math.max(1, quantityOf(id)),
      })),
    }
    const send = () =>
      scenario.request(`/api/purchases/${it.purchaseId}/withdrawals`, {
        method: 'POST',
        body,
        headers: by.headers,
      })
    const [response, again] = await Promise.all([send(), twice ? send() : undefined])
    requireOwner(scenario, by, it, response)
    if (response?.status === 200 && by !== it.by)
      scenario.violations.push(`${by.email} withdrew from the purchase of ${it.by.email}`)
    if (response?.status === 200 && again?.status === 200 && response.text !== again.text)
      scenario.violations.push(`one statement was taken twice: ${response.text} ${again.text}`)
    return response
  },
  /** By whoever knows a number and an address; mostly its customer reads the mail then. */
  async 'state withdrawal'(scenario, who, { order, confirm }) {
    const it = await anOrder(scenario, who, order, isWithdrawable)
    if (!it) return undefined
    const body = { name: 'Eve', number: it.purchaseId.slice(-8), email: it.by.email }
    const stated = await scenario.request('/api/withdrawals', { method: 'POST', body })
    if (stated?.status !== 200 || !confirm) return stated
    const { declaredAt } = stated.json()
    const row = await scenario.inside(({ db }) =>
      db
        .selectFrom('withdrawals')
        .select('id')
        .where('declared_at', '=', declaredAt)
        .where('purchase_id', '=', it.purchaseId)
        .executeTakeFirst(),
    )
    return row && scenario.request(`/api/withdrawals/${row.id}/confirm`, { method: 'POST' })
  },
}

const isWithdrawable = ({ state, delivery_state: at }: OrderRow) => state === 'paid' || at !== null
