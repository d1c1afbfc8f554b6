import type { Books, Report } from './read.ts'
import { sum } from './read.ts'

/** Pieces are in stock or sold, each change has its row, and each piece comes back to the shelf at most once. */
export function stockIsExplained({ products, movements, orders, takenOut }: Books, report: Report) {
  for (const { id, available_qty } of products) {
    const booked = sum(movements.filter((row) => row.product_id === id).map((row) => row.change))
    if (booked !== available_qty) report(`stock: ${id} has ${available_qty} left, ${booked} booked`)
    if (available_qty < 0) report(`stock: ${id} has fewer than none left`)
  }
  const shelves = new Set(products.map(({ id }) => id))
  for (const order of orders) {
    const { id, state, quantity, unit_cents, price_cents, discount_cents, deposit_cents } = order
    const { restocked_quantity, returned_quantity } = order
    if (price_cents + discount_cents !== (unit_cents + deposit_cents) * quantity)
      report(`price: ${id} costs something else`)
    const own = movements.filter((row) => row.order_id === id)
    const taken = own.filter(({ reason }) => reason === 'ordered')
    if (taken.length !== 1 || taken[0]!.change !== -quantity)
      report(`stock: ${id} of ${quantity} has taken ${JSON.stringify(taken)}`)
    const back = sum(own.filter(({ change }) => change > 0).map(({ change }) => change))
    if (back > quantity || restocked_quantity > quantity)
      report(`stock: of ${quantity} pieces of ${id}, which is ${state}, ${back} came back`)
    // A part that is not sold any more has no shelf.
    if (!shelves.has(order.product_id)) continue
    if (back !== restocked_quantity && state !== 'cancelled')
      report(`stock: of ${id}, which is ${state}, ${back} came back and ${restocked_quantity} are known`)
    // What its customer had sent back damaged is not for sale again.
    if (state === 'cancelled' && !takenOut.has(id) && back < quantity - returned_quantity)
      report(`stock: of ${quantity} pieces of ${id}, which is cancelled, only ${back} came back`)
  }
}
