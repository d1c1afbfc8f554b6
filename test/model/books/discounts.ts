import { modelCodes } from '../codes.ts'
import type { Books, Report } from './read.ts'
import { sum } from './read.ts'

/** A use belongs to a purchase that is not wholly cancelled; none is taken beyond its limits; shares come to the discount. */
export function discountsAreConsistent({ orders, codes, uses }: Books, report: Report) {
  for (const { purchase_id: id, cents, released_at } of uses) {
    const own = orders.filter((row) => row.purchase_id === id)
    const given = sum(own.map(({ discount_cents }) => discount_cents))
    if (given !== cents) report(`discounts: ${id} was promised ${cents} and got ${given}`)
    const isCancelled = own.every(({ state }) => state === 'cancelled')
    if (isCancelled !== (released_at !== null))
      report(`discounts: ${id} is ${isCancelled ? '' : 'not '}cancelled, its use released ${released_at}`)
  }
  const used = new Set(uses.map((row) => row.purchase_id))
  for (const { id, purchase_id, discount_cents } of orders)
    if (discount_cents > 0 && !used.has(purchase_id)) report(`discounts: ${id} has one without a code`)
  for (const row of codes) {
    const taken = uses.filter(({ code_id, released_at }) => code_id === row.id && released_at === null)
    const { most_uses: most, most_per_person: each } = modelCodes.find(({ code }) => code === row.code)!
    if (most !== null && (row.uses !== taken.length || taken.length > most))
      report(`discounts: ${row.code} is used ${taken.length} times of ${most}, counted as ${row.uses}`)
    for (const customer of new Set(taken.map(({ customer_id }) => customer_id)))
      if (each !== null && taken.filter(({ customer_id }) => customer_id === customer).length > each)
        report(`discounts: ${customer} has used ${row.code} more than ${each} times`)
  }
}
