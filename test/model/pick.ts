import type { OrderRow } from '~/database/tables.ts'
import type { TestResponse } from '../http.ts'
import type { Ordered, Person, Scenario } from './scenario.ts'

export const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]

/** What happened last is mostly acted on next, so that several things happen to the same few. */
export const pickRecent = <T>(list: T[], index: number) =>
  pick(index % 3 === 0 ? list : list.slice(-recent), index)
const recent = 5

/** Mostly one of this customer for which it makes sense, whoever acts on it; sometimes any. */
export async function anOrder(
  scenario: Scenario,
  who: Person,
  n: number,
  makesSense: (row: OrderRow) => boolean,
) {
  if (n % 7 === 0) return pick(scenario.orders, n)
  const rows = await scenario.inside(({ db }) => db.selectFrom('orders').selectAll().execute())
  const ids = new Set(rows?.filter(makesSense).map(({ id }) => id))
  return pickOwn(
    scenario.orders.filter(({ id }) => ids.has(id)),
    n,
    ({ by }) => by === who,
  )
}

/** Mostly one of those, sometimes any. */
export function pickOwn<T>(list: T[], n: number, isOwn: (item: T) => boolean) {
  const own = n % 5 === 0 ? [] : list.filter(isOwn)
  return pickRecent(own.length > 0 ? own : list, n)
}

/** Who was deleted, or became an admin, acts in person: that has rules of its own. */
export const mostlyItsCustomer = (who: Person, it: Ordered, n: number) =>
  n % 11 === 0 || who.isGone || who.mayBeAdmin ? who : it.by

/** Nobody but an admin may reach the order of another person. */
export function requireOwner(
  scenario: Scenario,
  who: Person,
  it: Ordered,
  response: TestResponse | undefined,
) {
  if (response?.status === 200 && it.by !== who && !who.mayBeAdmin)
    scenario.violations.push(`${who.email} reached the order ${it.id} of ${it.by.email}`)
}

export const adminFor = (scenario: Scenario, index: number) => pick(scenario.admins(), index)!

export const purchasesOf = (scenario: Scenario, who: Person) =>
  new Set(scenario.orders.filter(({ by }) => by === who).map(({ purchaseId }) => purchaseId))
