import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestShop } from '../../shop.ts'
import type { Books, Report } from './read.ts'

/** One row of a mail per event, and none for what did not happen. */
export function eventsAreMailedOnce(
  { mailed, purchases, parcels, orders, refunds, disputes, takenOut }: Books,
  report: Report,
) {
  const known = new Set(mailed)
  if (known.size !== mailed.length) report('mails: an event was mailed twice')
  const expectEvent = (event: string, happened: boolean) => {
    if (known.has(event) !== happened)
      report(`mails: ${event} ${happened ? 'is not mailed' : 'is mailed, but did not happen'}`)
  }
  for (const { id, transaction_id } of purchases) {
    expectEvent(`purchase:${id}:ordered`, true)
    expectEvent(`purchase:${id}:paid`, transaction_id !== null)
    if (transaction_id) expectEvent(`purchase:${id}:new-order`, true)
  }
  for (const { id, purchase_id, shipped_at } of parcels)
    if (shipped_at && orders.some((row) => row.purchase_id === purchase_id && row.email))
      expectEvent(`parcel:${id}:shipped:${shipped_at}`, true)
  for (const id of takenOut)
    if (orders.find((row) => row.id === id)?.email) expectEvent(`order:${id}:taken-out`, true)
  // Orders that were cancelled together share a mail.
  const cancelled = new Map<string, number>()
  for (const { id, purchase_id, cancelled_at } of orders.filter(
    (row) => row.cancelled_at && !takenOut.has(row.id),
  )) {
    const together = `${purchase_id} ${cancelled_at}`
    cancelled.set(together, (cancelled.get(together) ?? 0) + (known.has(`order:${id}:cancelled`) ? 1 : 0))
  }
  for (const [together, mails] of cancelled)
    if (mails === 0) report(`mails: none that ${together} is cancelled`)
  for (const { id, reference, state } of refunds) {
    // Who was deleted is not written to any more.
    const hasCustomer = orders.some((row) => row.purchase_id === reference && row.email)
    if (state === 'succeeded' && hasCustomer) expectEvent(`refund:${id}:succeeded`, true)
    if (state !== 'succeeded' && state !== 'failed') expectEvent(`refund:${id}:succeeded`, false)
  }
  for (const { id, state } of disputes) expectEvent(`dispute:${id}:${state}`, true)
}

/** Several refunds, returns, old parts and withdrawals of one order are separate events, and so is a step that was undone and taken again. */
const mayRepeat = /on its way|arrive|return|refund|withdr|dispute|bank|old part/i

/** One mail per event of an order. */
export function mailsAreSentOnce({ config }: TestShop, report: Report) {
  const folder = join(config.dataDir, 'outbox')
  const seen = new Set<string>()
  for (const name of names(folder)) {
    const text = readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, '')
    const order = /\(order (\w+)\)/.exec(text)?.[1]
    const about = `${/^Subject: (.*)$/m.exec(text)?.[1]} ${order}`
    if (order && seen.has(about) && !mayRepeat.test(about)) report(`mails: twice: ${about}`)
    seen.add(about)
  }
}

function names(folder: string) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'))
  } catch {
    return []
  }
}
