import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestShop } from '../shop.ts'
import type { Chapter } from './chapter.ts'
import { movesOf } from './moves.ts'

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
    if (promised.has('refunded') && row.state !== 'refunded') complain(`${id}: refunded, yet ${row.state}`)
  }
  const more = orders.length - known.length
  if (more > unanswered.orders)
    complain(`${more} orders that nobody was told of, ${unanswered.orders} unanswered`)
  if (new Set(keys.map((row) => row.order_id)).size !== keys.length) complain('two keys for one order')
}

/** I4, I5, I6: each charge has paid exactly one order of its amount, or has gone back wholly. */
function moneyHasAnOwner({ orders, payments, intents, charges }: Books, complain: Complain) {
  const paid = new Map(orders.filter((row) => row.state === 'paid').map((row) => [row.transaction_id, row]))
  if (paid.size !== orders.filter((row) => row.state === 'paid').length)
    complain('one transaction paid two orders')
  for (const charge of charges) {
    const order = paid.get(charge.payment_intent)
    if (charge.amount_refunded !== (order ? 0 : charge.amount))
      complain(
        `${charge.payment_intent}: ${charge.amount} taken, ${charge.amount_refunded} back, pays ${order?.id}`,
      )
  }
  for (const [transaction, order] of paid) {
    const intent = intents.get(transaction!)
    const fits =
      intent?.status === 'succeeded' &&
      intent.amount_received === order.price_cents &&
      intent.currency === 'usd' &&
      intent.metadata.reference === order.id &&
      intent.metadata.owner === order.customer_id
    if (!fits) complain(`${order.id}: paid by ${JSON.stringify(intent)}`)
  }
  const taken = sum(charges.map((charge) => charge.amount - charge.amount_refunded))
  const owed = sum([...paid.values()].map((order) => order.price_cents))
  if (taken !== owed) complain(`the provider keeps ${taken} for orders of ${owed}`)
  for (const row of payments)
    if (row.state === 'refund_due') complain(`${row.transaction_id}: never given back`)
  for (const order of orders) {
    const applied = payments.filter((row) => row.reference === order.id && row.state === 'applied')
    if (applied.length !== (order.state === 'paid' ? 1 : 0))
      complain(`${order.id}: ${order.state}, ${applied.length} payments`)
  }
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

const moves = new Set(['unpaid > unpaid', 'unpaid > paid', 'unpaid > cancelled', 'paid > refunded'])
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
    // Money that came too late may come back more than once: each is a thing of its own.
    if (seen.has(about) && !about.includes('on its way back')) complain(`mailed twice: ${about}`)
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
