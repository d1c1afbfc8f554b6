import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestShop } from '../shop.ts'
import type { Chapter } from './scenario.ts'
import { movesOf } from './transitions.ts'

type Complain = (what: string) => void
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** What must be true when all is quiet: read from the shop's own books, and from those of the payment provider. */
export async function checkAll(chapter: Chapter): Promise<string[]> {
  const shop = chapter.shop()
  const found = [...chapter.violations]
  const complain: Complain = (what) => found.push(what)
  const books = await readBooks(shop)
  stockIsExplained(books, complain)
  promisesAreKept(chapter, books, complain)
  moneyHasAnOwner(books, complain)
  peopleAreWhoTheyAre(chapter, books, complain)
  nobodyHoldsTooMuch(shop, books, complain)
  await ordersMoveAsTheyMay(shop, complain)
  if (chapter.crashes === 0) mailsAreSentOnce(shop, complain)
  return found
}

type Books = Awaited<ReturnType<typeof readBooks>>
async function readBooks({ db }: Pick<TestShop, 'db'>) {
  const objects = await db.selectFrom('stand_in_objects').select(['kind', 'body']).execute()
  const of = (kind: string) => objects.filter((it) => it.kind === kind).map((it) => JSON.parse(it.body))
  return {
    products: await db.selectFrom('products').selectAll().execute(),
    movements: await db.selectFrom('stock_movements').selectAll().execute(),
    orders: await db.selectFrom('orders').selectAll().execute(),
    keys: await db.selectFrom('order_keys').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    users: await db.selectFrom('users').selectAll().execute(),
    intents: new Map(of('payment_intent').map((intent) => [intent.id as string, intent])),
    charges: of('charge'),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    atProvider: of('refund'),
  }
}

/** I1, I2, I7: pieces are on the shelf or sold, each change has its row, and totals are price times pieces. */
function stockIsExplained({ products, movements, orders }: Books, complain: Complain) {
  for (const product of products) {
    const own = movements.filter((row) => row.product_id === product.id)
    const booked = sum(own.map((row) => row.change))
    if (booked !== product.available_qty)
      complain(`${product.id}: ${product.available_qty} left, ${booked} booked`)
    if (product.available_qty < 0) complain(`${product.id}: fewer than none left`)
    const put = sum(own.filter((row) => !row.order_id).map((row) => row.change))
    const back = sum(own.filter((row) => row.order_id && row.reason === 'restocked').map((row) => row.change))
    const sold = sum(
      orders
        .filter((row) => row.product_id === product.id && row.state !== 'cancelled')
        .map((row) => row.quantity),
    )
    if (put !== product.available_qty + sold - back)
      complain(`${product.id}: ${put} put on the shelf, ${sold} sold`)
  }
  for (const order of orders) {
    const own = movements.filter((row) => row.order_id === order.id)
    const count = (reason: string) => own.filter((row) => row.reason === reason).length
    if (count('ordered') !== 1) complain(`${order.id}: taken from the shelf ${count('ordered')} times`)
    if (count('cancelled') + count('expired') + count('restocked') > 1)
      complain(`${order.id}: returned twice`)
    if (order.price_cents !== order.unit_cents * order.quantity) complain(`${order.id}: another total`)
  }
}

/** I3, I14: what was confirmed is there after every crash, and as it was confirmed; nothing is there that nobody asked for. */
function promisesAreKept(
  { orders: known, unanswered }: Chapter,
  { orders, keys }: Books,
  complain: Complain,
) {
  const byId = new Map(orders.map((row) => [row.id, row]))
  for (const { id, promised } of known) {
    const row = byId.get(id)
    if (!row) {
      complain(`${id}: confirmed and lost`)
      continue
    }
    if (promised.has('cancelled') && row.state !== 'cancelled') complain(`${id}: cancelled, yet ${row.state}`)
    if (promised.has('paid') && !['paid', 'refunded'].includes(row.state))
      complain(`${id}: paid, yet ${row.state}`)
    const isStuck = row.refund_state === 'refused' || row.refund_state === 'failed'
    if (promised.has('refunded') && row.state !== 'refunded' && !isStuck)
      complain(`${id}: refunded, yet ${row.state}, ${row.refund_state}`)
  }
  const more = orders.length - known.length
  if (more > unanswered.orders)
    complain(`${more} orders that nobody was told of, ${unanswered.orders} unanswered`)
  if (new Set(keys.map((row) => row.order_id)).size !== keys.length) complain('two keys for one order')
}

/** I4, I5, I6: each charge has paid exactly one order of its amount; what has not, goes back, or somebody is told why not. */
function moneyHasAnOwner(books: Books, complain: Complain) {
  const { orders, payments, intents, charges } = books
  const settled = orders.filter((row) => row.state === 'paid' || row.state === 'refunded')
  const byTransaction = new Map(settled.map((row) => [row.transaction_id, row]))
  if (byTransaction.size !== settled.length) complain('one transaction paid two orders')
  for (const charge of charges) {
    const payment = payments.find((row) => row.transaction_id === charge.payment_intent)
    const order = byTransaction.get(charge.payment_intent)
    const told = `${charge.payment_intent}: ${charge.amount} taken, ${charge.amount_refunded} back, ${payment?.state}, pays ${order?.id} ${order?.state}`
    if (!payment || payment.state === 'open' || payment.state === 'void') complain(`nobody knows of ${told}`)
    else if (payment.state === 'applied' ? order?.state !== 'paid' : false) complain(`pays nothing: ${told}`)
    else if (payment.state === 'refunded' && charge.amount_refunded !== charge.amount)
      complain(`not back: ${told}`)
    else if (payment.state === 'refunded' && order?.state === 'paid') complain(`back, yet paid: ${told}`)
  }
  for (const order of settled) {
    const intent = intents.get(order.transaction_id!)
    const fits =
      intent?.status === 'succeeded' &&
      intent.amount_received === order.price_cents &&
      intent.currency === 'usd' &&
      intent.metadata.reference === order.id &&
      intent.metadata.owner === order.customer_id
    if (!fits) complain(`${order.id}: paid by ${JSON.stringify(intent)}`)
    const own = payments.find((row) => row.transaction_id === order.transaction_id)
    if (own?.reference !== order.id || (order.state === 'refunded') !== (own.state === 'refunded'))
      complain(`${order.id}: ${order.state}, its payment is ${own?.state}`)
  }
  theRefundBookIsRight(books, complain)
}

/** I18, I19: the book of refunds says what the provider's says, and nothing waits that nobody can see. */
function theRefundBookIsRight({ payments, orders, refunds, atProvider, charges }: Books, complain: Complain) {
  const byProviderId = new Map(refunds.map((row) => [row.provider_refund_id, row]))
  for (const refund of atProvider) {
    const row = byProviderId.get(refund.id)
    if (row?.state !== refund.status || row?.amount_cents !== refund.amount)
      complain(
        `${refund.id}: ${refund.amount} ${refund.status} at the provider, ${row?.amount_cents} ${row?.state} in the book`,
      )
  }
  if (refunds.filter((row) => row.provider_refund_id).length !== atProvider.length)
    complain(`${refunds.length} refunds in the book, ${atProvider.length} at the provider`)
  for (const payment of payments) {
    const own = refunds.filter((row) => row.transaction_id === payment.transaction_id)
    const inTrouble = own.find(
      (row) => (row.state === 'refused' || row.state === 'failed') && !row.closed_at && row.provider_reason,
    )
    if (payment.state === 'refund_due' && !inTrouble)
      complain(`${payment.transaction_id}: never given back: ${JSON.stringify(own)}`)
    const returned = sum(own.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
    if ((payment.state === 'refunded') !== (returned > 0 && returned >= payment.amount_cents))
      complain(`${payment.transaction_id}: ${payment.state}, ${returned} of ${payment.amount_cents} back`)
    const order = orders.find((row) => row.transaction_id === payment.transaction_id)
    if (order && Number(order.refunded_cents) !== returned)
      complain(`${order.id}: shows ${order.refunded_cents}, ${returned} went back`)
    if (order && inTrouble && order.refund_state !== inTrouble.state)
      complain(`${order.id}: shows ${order.refund_state}, its refund is ${inTrouble.state}`)
  }
  const back = sum(refunds.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
  const given = sum(charges.map((charge) => charge.amount_refunded))
  if (back !== given) complain(`the provider gave ${given} back, the book says ${back}`)
}

/** I9, I10, I11: there is an admin, whoever was deleted is gone without a trace, and nobody is there twice. */
function peopleAreWhoTheyAre({ people }: Chapter, { users, orders }: Books, complain: Complain) {
  if (!users.some((row) => row.role === 'admin')) complain('no admin is left')
  if (new Set(users.map((row) => row.email.toLowerCase())).size !== users.length)
    complain('one address, two people')
  for (const { id, email, isGone, isAdmin } of people) {
    const row = users.find((user) => user.id === id)
    if (isGone && row) complain(`${email}: deleted, yet there`)
    if (row && isAdmin && row.role !== 'admin') complain(`${email}: made an admin, yet none`)
    if (!isGone || row) continue
    for (const order of orders.filter((it) => it.customer_id === id)) {
      if (order.email !== '' || order.search_text.includes(email))
        complain(`${order.id}: still names ${email}`)
      if (order.state === 'unpaid') complain(`${order.id}: waits for somebody who is gone`)
    }
  }
}

/** I17: so many unpaid orders of one customer, and no more. */
function nobodyHoldsTooMuch({ config }: TestShop, { orders }: Books, complain: Complain) {
  const unpaid = new Map<string, number>()
  for (const order of orders)
    if (order.state === 'unpaid') unpaid.set(order.customer_id, (unpaid.get(order.customer_id) ?? 0) + 1)
  for (const [customer, count] of unpaid)
    if (count > config.mostUnpaidOrders) complain(`${customer}: ${count} unpaid orders`)
}

const moves = new Set([
  'unpaid > unpaid',
  'unpaid > paid',
  'unpaid > cancelled',
  'paid > refunded',
  'refunded > paid',
])
const inPlace = /^(\w+) > \1$/

/** I8: and no other step, nor another price on the way. */
async function ordersMoveAsTheyMay(shop: TestShop, complain: Complain) {
  const steps = await movesOf(shop)
  for (const { id, move } of steps)
    if (!moves.has(move) && !inPlace.test(move)) complain(`${id}: went ${move}`)
}

/** I16: one mail for each thing that happened to an order. */
function mailsAreSentOnce({ config }: TestShop, complain: Complain) {
  const folder = join(config.dataDir, 'outbox')
  const seen = new Set<string>()
  for (const name of names(folder)) {
    const text = readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, '')
    const about = `${/^Subject: (.*)$/m.exec(text)?.[1]} ${/\(order (\w+)\)/.exec(text)?.[1]}`
    // Money may come back more than once, in parts or too late: each is a thing of its own.
    if (seen.has(about) && !/on its way back|did not arrive/.test(about)) complain(`mailed twice: ${about}`)
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
