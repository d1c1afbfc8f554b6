import type { Scenario } from '../scenario.ts'
import type { Books, Report } from './read.ts'

/** There is an admin, deleted people leave no trace, and no email exists twice. */
export function peopleAreConsistent({ people }: Scenario, { users, orders }: Books, report: Report) {
  if (!users.some((row) => row.role === 'admin')) report('people: no admin is left')
  if (new Set(users.map((row) => row.email.toLowerCase())).size !== users.length)
    report('people: one address, two people')
  for (const { id, email, isGone, isAdmin } of people) {
    const row = users.find((user) => user.id === id)
    if (isGone && row) report(`people: ${email} is deleted, yet there`)
    if (row && isAdmin && row.role !== 'admin') report(`people: ${email} was made an admin, yet is none`)
    if (!isGone || row) continue
    for (const order of orders.filter((it) => it.customer_id === id)) {
      if (order.email !== '' || order.search_text.includes(email))
        report(`people: ${order.id} still names ${email}`)
      // What costs nothing and is packed goes out.
      if (order.state === 'unpaid' && order.price_cents > 0)
        report(`people: ${order.id} waits for somebody who is gone`)
    }
  }
}
