import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderRow } from '~/database/tables.ts'
import type { TestShop } from '../shop.ts'
import type { Scenario } from './scenario.ts'
import { deliveryFee } from './scenario.ts'
import { transitionsOf } from './transitions.ts'

type Report = (what: string) => void
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const priceOf = (orders: OrderRow[]) => sum(orders.map((row) => row.price_cents))

/** What must hold once everything is done: compares the shop's data with those of the payment provider. */
export async function checkAll(scenario: Scenario): Promise<string[]> {
  const shop = scenario.shop()
  const found = [...scenario.violations]
  const report: Report = (what) => found.push(what)
  const state = await readState(shop)
  stockIsExplained(state, report)
  confirmationsHold(scenario, state, report)
  chargesAreAccountedFor(state, report)
  peopleAreConsistent(scenario, state, report)
  unpaidLimitHolds(shop, state, report)
  parcelsAreConsistent(state, report)
  returnsAreConsistent(state, report)
  receiptsAreGapless(state, report)
  eventsAreMailedOnce(state, report)
  await transitionsAreAllowed(shop, report)
  if (scenario.crashes === 0) mailsAreSentOnce(shop, report)
  return found
}

type State = Awaited<ReturnType<typeof readState>>
async function readState({ db }: Pick<TestShop, 'db'>) {
  const objects = await db.selectFrom('stand_in_objects').select(['kind', 'body']).execute()
  const of = (kind: string) => objects.filter((it) => it.kind === kind).map((it) => JSON.parse(it.body))
  return {
    products: await db.selectFrom('products').selectAll().execute(),
    movements: await db.selectFrom('stock_movements').selectAll().execute(),
    orders: await db.selectFrom('orders').selectAll().execute(),
    purchases: await db.selectFrom('purchases').selectAll().execute(),
    keys: await db.selectFrom('order_keys').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    returns: await db.selectFrom('returns').selectAll().execute(),
    disputes: await db.selectFrom('disputes').selectAll().execute(),
    refundLines: await db.selectFrom('refund_lines').selectAll().execute(),
    users: await db.selectFrom('users').selectAll().execute(),
    intents: new Map(of('payment_intent').map((intent) => [intent.id as string, intent])),
    charges: of('charge'),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    receipts: await db.selectFrom('receipts').selectAll().execute(),
    events: (await db.selectFrom('mails').select('event_key').execute()).flatMap(
      ({ event_key }) => event_key ?? [],
    ),
    atProvider: of('refund'),
    disputesAtProvider: of('dispute'),
  }
}

/** I1, I2, I7: pieces are in stock or sold, each change has its row, and totals are price times pieces. */
function stockIsExplained({ products, movements, orders }: State, report: Report) {
  for (const product of products) {
    const own = movements.filter((row) => row.product_id === product.id)
    const booked = sum(own.map((row) => row.change))
    if (booked !== product.available_qty)
      report(`${product.id}: ${product.available_qty} left, ${booked} booked`)
    if (product.available_qty < 0) report(`${product.id}: fewer than none left`)
    const put = sum(own.filter((row) => !row.order_id).map((row) => row.change))
    const back = sum(own.filter((row) => row.order_id && row.reason === 'restocked').map((row) => row.change))
    const sold = sum(
      orders
        .filter((row) => row.product_id === product.id && row.state !== 'cancelled')
        .map((row) => row.quantity),
    )
    if (put !== product.available_qty + sold - back)
      report(`${product.id}: ${put} put in stock, ${sold} sold`)
  }
  for (const order of orders) {
    const own = movements.filter((row) => row.order_id === order.id)
    const count = (reason: string) => own.filter((row) => row.reason === reason).length
    if (count('ordered') !== 1) report(`${order.id}: taken from stock ${count('ordered')} times`)
    const returned = sum(own.filter(({ change }) => change > 0).map(({ change }) => change))
    if (count('cancelled') + count('expired') > 1 || returned > order.quantity)
      report(`${order.id}: ${returned} of ${order.quantity} pieces returned`)
    if (order.refunded_quantity > order.quantity) report(`${order.id}: more pieces refunded than ordered`)
    if (order.price_cents !== order.unit_cents * order.quantity) report(`${order.id}: another total`)
  }
}

/** I3, I14: what was confirmed survives every crash unchanged; nothing exists that nobody requested. */
function confirmationsHold(
  { orders: known, unanswered }: Scenario,
  { orders, keys, refunds }: State,
  report: Report,
) {
  // One by hand takes the place of a refund that was not sent yet; when it fails, admins see that one.
  const byHandInVain = new Set(
    refunds
      .filter(({ reason, state }) => reason === 'by hand at the provider' && state === 'failed')
      .map(({ transaction_id }) => transaction_id),
  )
  const byId = new Map(orders.map((row) => [row.id, row]))
  for (const { id, confirmed } of known) {
    const row = byId.get(id)
    if (!row) {
      report(`${id}: confirmed and lost`)
      continue
    }
    if (confirmed.has('cancelled') && row.state !== 'cancelled') report(`${id}: cancelled, yet ${row.state}`)
    if (confirmed.has('paid') && !['paid', 'refunded'].includes(row.state))
      report(`${id}: paid, yet ${row.state}`)
    const isStuck =
      row.refund_state === 'refused' ||
      row.refund_state === 'failed' ||
      byHandInVain.has(row.transaction_id ?? '')
    if (confirmed.has('refunded') && row.state !== 'refunded' && !isStuck)
      report(`${id}: refunded, yet ${row.state}, ${row.refund_state}`)
  }
  const more = orders.length - known.length
  if (more > unanswered.orders)
    report(`${more} orders that were never confirmed, ${unanswered.orders} unanswered`)
  if (new Set(keys.map((row) => row.order_id)).size !== keys.length) report('two keys for one order')
}

/** I4, I5, I6: each charge has paid exactly one order of its amount, is refunded, or is shown to admins with a reason. */
function chargesAreAccountedFor(state: State, report: Report) {
  const { orders, payments, purchases, intents, charges } = state
  const feeOf = (purchaseId: string) => purchases.find(({ id }) => id === purchaseId)?.fee_cents ?? 0
  const lost = lostAtProvider(state)
  const settled = orders.filter((row) => row.state === 'paid' || row.state === 'refunded')
  const byTransaction = new Map<string | null, OrderRow[]>()
  for (const order of settled)
    byTransaction.set(order.transaction_id, [...(byTransaction.get(order.transaction_id) ?? []), order])
  for (const paid of byTransaction.values())
    if (new Set(paid.map((row) => row.purchase_id)).size > 1) report('one transaction paid two purchases')
  for (const charge of charges) {
    const payment = payments.find((row) => row.transaction_id === charge.payment_intent)
    const paid = byTransaction.get(charge.payment_intent) ?? []
    const isPaid = paid.some((order) => order.state === 'paid')
    const summary = `${charge.payment_intent}: ${charge.amount} taken, ${charge.amount_refunded} back, ${payment?.state}, pays ${paid.map(({ id, state: is }) => `${id} ${is}`)}`
    if (!payment || payment.state === 'open' || payment.state === 'void') report(`nobody knows of ${summary}`)
    // All pieces may be refunded by hand, and a part of their delivery not.
    else if (payment.state === 'applied' && !isPaid && charge.amount_refunded < priceOf(paid))
      report(`pays nothing: ${summary}`)
    else if (
      payment.state === 'refunded' &&
      charge.amount_refunded + lost(charge.payment_intent) < charge.amount
    )
      report(`not back: ${summary}`)
    else if (payment.state === 'refunded' && isPaid) report(`back, yet paid: ${summary}`)
  }
  for (const order of settled) {
    const intent = intents.get(order.transaction_id!)
    const fits =
      intent?.status === 'succeeded' &&
      intent.amount_received ===
        feeOf(order.purchase_id) + priceOf(byTransaction.get(order.transaction_id)!) &&
      intent.currency === 'usd' &&
      intent.metadata.reference === order.purchase_id &&
      intent.metadata.owner === order.customer_id
    if (!fits) report(`${order.id}: paid by ${JSON.stringify(intent)}`)
    const own = payments.find((row) => row.transaction_id === order.transaction_id)
    const together = byTransaction.get(order.transaction_id)!
    const isAllRefunded = together.every((row) => row.state === 'refunded')
    // All pieces may be refunded by hand, and their delivery not.
    const isFeeLeft = isAllRefunded && feeOf(order.purchase_id) > 0 && own?.state !== 'refunded'
    if (own?.reference !== order.purchase_id || (isAllRefunded !== (own.state === 'refunded') && !isFeeLeft))
      report(`${order.id}: ${order.state}, its payment is ${own?.state}`)
  }
  refundsMatchTheProvider(state, report)
}

/** I18, I19: the shop's refunds are those of the provider, and no refund is stuck that admins cannot see. */
function refundsMatchTheProvider(state: State, report: Report) {
  const { payments, orders, refunds, atProvider, charges } = state
  const lost = lostAtProvider(state)
  const byProviderId = new Map(refunds.map((row) => [row.provider_refund_id, row]))
  for (const refund of atProvider) {
    const row = byProviderId.get(refund.id)
    if (row?.state !== refund.status || row?.amount_cents !== refund.amount)
      report(
        `${refund.id}: ${refund.amount} ${refund.status} at the provider, ${row?.amount_cents} ${row?.state} in the shop`,
      )
  }
  if (refunds.filter((row) => row.provider_refund_id).length !== atProvider.length)
    report(`${refunds.length} refunds in the shop, ${atProvider.length} at the provider`)
  for (const payment of payments) {
    const own = refunds.filter((row) => row.transaction_id === payment.transaction_id)
    const failed = own.find(
      (row) => (row.state === 'refused' || row.state === 'failed') && !row.closed_at && row.provider_reason,
    )
    if (payment.state === 'refund_due' && !failed)
      report(`${payment.transaction_id}: never refunded: ${JSON.stringify(own)}`)
    const returned = sum(own.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
    const back = returned + lost(payment.transaction_id)
    if ((payment.state === 'refunded') !== (back > 0 && back >= payment.amount_cents))
      report(`${payment.transaction_id}: ${payment.state}, ${returned} of ${payment.amount_cents} back`)
    if (
      sum(own.filter((row) => row.state !== 'failed').map((row) => row.amount_cents)) > payment.amount_cents
    )
      report(`${payment.transaction_id}: more refunded than paid`)
    const paid = orders.filter((row) => row.transaction_id === payment.transaction_id)
    const shown = sum(paid.map((row) => row.refunded_cents))
    // What was refunded by hand is about no order of several.
    if (lost(payment.transaction_id) > 0) continue
    if (paid.length === 1 ? shown !== Math.min(returned, paid[0]!.price_cents) : shown > returned)
      report(`${paid[0]?.purchase_id}: shows ${shown}, ${returned} went back`)
    if (paid.length === 1 && failed && paid[0]!.refund_state !== failed.state)
      report(
        `${paid[0]!.id}: shows ${paid[0]!.refund_state}, its refunds are ${JSON.stringify(own)} for ${JSON.stringify(
          state.refundLines.filter((line) => own.some(({ id }) => id === line.refund_id)),
        )}`,
      )
  }
  const back = sum(refunds.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
  const given = sum(charges.map((charge) => charge.amount_refunded))
  if (back !== given) report(`the provider refunded ${given}, the shop says ${back}`)
}

/** What the bank has taken back for good, by payment. */
const lostAtProvider =
  ({ disputesAtProvider }: State) =>
  (transactionId: string) =>
    sum(
      disputesAtProvider
        .filter(({ payment_intent, status }) => payment_intent === transactionId && status === 'lost')
        .map(({ amount }) => amount),
    )

/**
 * I21: no more pieces come back than went out, each is on the shelf again at most once and only when it was sound, and
 * an order shows how its last return stands. I22: the shop's disputes are those of the provider.
 */
function returnsAreConsistent(state: State, report: Report) {
  const { returns, orders, purchases, refunds, refundLines, movements, disputes, disputesAtProvider } = state
  for (const order of orders) {
    const own = returns.filter((row) => row.order_id === order.id)
    const received = own.filter((row) => row.received_at)
    const pieces = sum(received.map((row) => row.quantity))
    if (pieces > order.quantity) report(`${order.id}: ${pieces} of ${order.quantity} came back`)
    if (order.refunded_quantity + order.returned_quantity > order.quantity)
      report(`${order.id}: more pieces refunded and returned than ordered`)
    const restocked = sum(
      movements
        .filter((row) => row.order_id === order.id && row.reason === 'restocked')
        .map((row) => row.change),
    )
    if (restocked > order.restocked_quantity || order.restocked_quantity > order.quantity)
      report(`${order.id}: ${restocked} on the shelf again, ${order.restocked_quantity} known`)
    if (own.filter(({ state: is }) => is === 'asked' || is === 'accepted').length > 1)
      report(`${order.id}: two returns at once`)
    if (order.return_state && !own.some(({ state: is }) => is === order.return_state))
      report(`${order.id}: shows a return that is ${order.return_state}`)
    if (own.length > 0 && !purchases.find(({ id }) => id === order.purchase_id)?.paid_at)
      report(`${order.id}: returned unpaid`)
    if (order.state === 'cancelled' && own.length > 0) report(`${order.id}: cancelled and returned`)
  }
  for (const row of returns) {
    const lines = refundLines.filter((line) => line.refund_id === row.refund_id)
    const refund = refunds.find(({ id }) => id === row.refund_id)
    if (refund && (lines.length !== 1 || lines[0]!.order_id !== row.order_id))
      report(`${row.id}: refunded by ${JSON.stringify(lines)}`)
    if (lines.some(({ quantity }) => quantity > row.quantity))
      report(`${row.id}: more pieces refunded than returned`)
    if (row.refund_id && !row.received_at) report(`${row.id}: refunded and never received`)
  }
  for (const { id, status } of disputesAtProvider) {
    const shown = disputes.find((row) => row.id === id)?.state
    if (shown !== (status === 'needs_response' ? 'open' : status))
      report(`${id}: ${status} at the provider, ${shown} in the shop`)
  }
}

/** I20: every order has its purchase, delivery costs what the rule says, nothing is packed unpaid or without an address, and orders show where it is. */
function parcelsAreConsistent({ orders, purchases }: State, report: Report) {
  const byId = new Map(purchases.map((row) => [row.id, row]))
  for (const order of orders) {
    const purchase = byId.get(order.purchase_id)
    if (purchase?.customer_id !== order.customer_id) report(`${order.id}: in no purchase of its customer`)
    if (order.state === 'cancelled' || !purchase) continue
    if (order.delivery_state !== purchase.delivery_state)
      report(`${order.id}: shows ${order.delivery_state}, is ${purchase.delivery_state}`)
    if (purchase.packed_at && order.state === 'unpaid') report(`${order.id}: packed unpaid`)
  }
  for (const { id, fee_cents } of purchases) {
    const own = orders.filter((row) => row.purchase_id === id)
    if (own.length === 0) report(`${id}: without an order`)
    const left = own.filter(({ state }) => state !== 'cancelled')
    const goods = priceOf(left)
    // Of what was cancelled as a whole the fee stays as it was.
    if (left.length > 0 && fee_cents !== (goods > 0 && goods <= 100_00 ? Math.round(deliveryFee * 100) : 0))
      report(`${id}: ${fee_cents} for the delivery of ${goods}`)
  }
}

/** Receipts have the numbers 1 to n in the order of their times, one per payment; credit notes one per refund of it. */
function receiptsAreGapless(state: State, report: Report) {
  const { receipts, purchases, orders, refunds } = state
  const lost = lostAtProvider(state)
  for (const series of ['R', 'C'] as const) {
    const own = receipts.filter((row) => row.series === series).toSorted((a, b) => a.number - b.number)
    for (const year of new Set(own.map((row) => row.year))) {
      const rows = own.filter((row) => row.year === year)
      if (rows.some(({ number }, n) => number !== n + 1))
        report(`${series}-${year}: a number is missing or double`)
      if (rows.some(({ issued_at }, n) => n > 0 && issued_at < rows[n - 1]!.issued_at))
        report(`${series}-${year}: a later number has an earlier time`)
    }
  }
  for (const { id, transaction_id, fee_cents } of purchases) {
    const own = receipts.filter((row) => row.purchase_id === id)
    const receipt = own.filter(({ kind }) => kind === 'receipt')
    if (receipt.length !== (transaction_id ? 1 : 0)) report(`${id}: ${receipt.length} receipts`)
    const lines = orders.filter((row) => row.purchase_id === id && row.transaction_id === transaction_id)
    if (transaction_id && receipt[0]?.amount_cents !== fee_cents + priceOf(lines))
      report(`${id}: its receipt is about another sum`)
    const back = refunds.filter((row) => transaction_id && row.transaction_id === transaction_id)
    const notes = own.filter(({ kind }) => kind !== 'receipt')
    const credited = sum(notes.map((row) => row.amount_cents))
    const returned = sum(back.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
    // What the bank took although it had been refunded is credited once.
    const gone = Math.min(
      returned + (transaction_id ? lost(transaction_id) : 0),
      receipt[0]?.amount_cents ?? 0,
    )
    if (credited !== gone) report(`${id}: ${gone} went back, ${credited} are credited`)
    if (receipt[0] && credited > receipt[0].amount_cents) report(`${id}: more credited than paid`)
    for (const refund of back) {
      const count = (kind: string) =>
        notes.filter((row) => row.refund_id === refund.id && row.kind === kind).length
      if (refund.state === 'succeeded' && (count('credit-note') !== 1 || count('reversal') !== 0))
        report(`${refund.id}: ${count('credit-note')} credit notes, ${count('reversal')} reversals`)
      if (refund.state !== 'succeeded' && count('credit-note') !== count('reversal'))
        report(`${refund.id}: ${refund.state}, but credited`)
    }
  }
}

/** One row of a mail per event, and none for what did not happen. */
function eventsAreMailedOnce({ events, purchases, orders, refunds, disputes }: State, report: Report) {
  const known = new Set(events)
  if (known.size !== events.length) report('an event was mailed twice')
  const expectEvent = (event: string, happened: boolean) => {
    if (known.has(event) !== happened)
      report(`${event}: ${happened ? 'not mailed' : 'mailed, but did not happen'}`)
  }
  for (const { id, transaction_id, shipped_at } of purchases) {
    expectEvent(`purchase:${id}:ordered`, true)
    expectEvent(`purchase:${id}:paid`, transaction_id !== null)
    if (transaction_id) expectEvent(`purchase:${id}:new-order`, true)
    if (shipped_at && orders.some((row) => row.purchase_id === id && row.email))
      expectEvent(`purchase:${id}:shipped:${shipped_at}`, true)
  }
  // Orders that were cancelled together share a mail.
  const cancelled = new Map<string, number>()
  for (const { id, purchase_id, cancelled_at } of orders.filter((row) => row.cancelled_at)) {
    const together = `${purchase_id} ${cancelled_at}`
    cancelled.set(together, (cancelled.get(together) ?? 0) + (known.has(`order:${id}:cancelled`) ? 1 : 0))
  }
  for (const [together, mails] of cancelled) if (mails === 0) report(`${together}: cancelled, not mailed`)
  for (const { id, reference, state } of refunds) {
    // Who was deleted is not written to any more.
    const hasCustomer = orders.some((row) => row.purchase_id === reference && row.email)
    if (state === 'succeeded' && hasCustomer) expectEvent(`refund:${id}:succeeded`, true)
    if (state !== 'succeeded' && state !== 'failed') expectEvent(`refund:${id}:succeeded`, false)
  }
  for (const { id, state } of disputes) expectEvent(`dispute:${id}:${state}`, true)
}

/** I9, I10, I11: there is an admin, deleted people leave no trace, and no email exists twice. */
function peopleAreConsistent({ people }: Scenario, { users, orders }: State, report: Report) {
  if (!users.some((row) => row.role === 'admin')) report('no admin is left')
  if (new Set(users.map((row) => row.email.toLowerCase())).size !== users.length)
    report('one address, two people')
  for (const { id, email, isGone, isAdmin } of people) {
    const row = users.find((user) => user.id === id)
    if (isGone && row) report(`${email}: deleted, yet there`)
    if (row && isAdmin && row.role !== 'admin') report(`${email}: made an admin, yet none`)
    if (!isGone || row) continue
    for (const order of orders.filter((it) => it.customer_id === id)) {
      if (order.email !== '' || order.search_text.includes(email)) report(`${order.id}: still names ${email}`)
      if (order.state === 'unpaid') report(`${order.id}: waits for somebody who is gone`)
    }
  }
}

/** I17: the limit of unpaid orders per customer holds. */
function unpaidLimitHolds({ config }: TestShop, { orders }: State, report: Report) {
  const unpaid = new Map<string, Set<string>>()
  for (const { state, customer_id, purchase_id } of orders)
    if (state === 'unpaid') unpaid.set(customer_id, (unpaid.get(customer_id) ?? new Set()).add(purchase_id))
  for (const [customer, { size }] of unpaid)
    if (size > config.mostUnpaidOrders) report(`${customer}: ${size} unpaid purchases`)
}

const allowedTransitions = new Set([
  'unpaid > unpaid',
  'unpaid > paid',
  'unpaid > cancelled',
  'paid > refunded',
  'refunded > paid',
])
const inPlace = /^(\w+) > \1$/

/** I8: no other transition, and no change of the price. */
async function transitionsAreAllowed(shop: TestShop, report: Report) {
  const steps = await transitionsOf(shop)
  for (const { id, transition } of steps)
    if (!allowedTransitions.has(transition) && !inPlace.test(transition)) report(`${id}: went ${transition}`)
}

/** I16: one mail per event of an order. */
function mailsAreSentOnce({ config }: TestShop, report: Report) {
  const folder = join(config.dataDir, 'outbox')
  const seen = new Set<string>()
  for (const name of names(folder)) {
    const text = readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, '')
    const about = `${/^Subject: (.*)$/m.exec(text)?.[1]} ${/\(order (\w+)\)/.exec(text)?.[1]}`
    // Several refunds and returns of one order are separate events, and so is a step that was undone and taken again.
    if (seen.has(about) && !/on its way|arrive|return/i.test(about)) report(`mailed twice: ${about}`)
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
