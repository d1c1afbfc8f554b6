import { toDollars } from '~/platform/money.ts'
import { expireUnpaid } from '~/shop/orders/my-orders/expire-unpaid.server.ts'
import type { TestResponse } from '../http.ts'
import type { Command } from './commands.ts'
import type { Chapter, Ordered, Person } from './scenario.ts'

const around = <T>(list: T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]

/** One wish of one person, sent over HTTP; the answer must be one that the shop may give, whatever else goes on. */
export async function play(chapter: Chapter, who: Person, command: Command) {
  // What was confirmed before the request began, the request must already find so.
  const before = { isGone: who.isGone, isAdmin: who.isAdmin }
  const answer = await plays[command.act](chapter, who, command as never)
  if (!answer) return
  const complain = (what: string) =>
    chapter.violations.push(
      `${what}: ${JSON.stringify(command)} answered ${answer.status} ${answer.text.slice(0, 300)}`,
    )
  if (answer.status >= 500 && answer.status !== 503) complain('a fault of the shop')
  if (before.isGone && isPersonal[command.act] && answer.status !== 401)
    complain('a deleted person was let in')
  if (before.isAdmin && command.act.startsWith('order') && answer.status === 200) complain('an admin ordered')
  for (const other of chapter.people)
    if (other !== who && !who.mayBeAdmin && isPersonal[command.act] && answer.text.includes(other.email))
      complain(`somebody was told of ${other.email}`)
}

const isPersonal: Partial<Record<Command['act'], true>> = {
  order: true,
  'order twice': true,
  cancel: true,
  begin: true,
  tell: true,
  'look at order': true,
}

type Play = {
  [A in Command['act']]: (
    chapter: Chapter,
    who: Person,
    command: Extract<Command, { act: A }>,
  ) => Promise<TestResponse | undefined>
}

const plays: Play = {
  async order(chapter, who, { product, quantity, price }) {
    const shown = await productOf(chapter, product)
    if (!shown) return undefined
    const seen = { seen: shown.price * quantity, none: undefined, lower: shown.price * quantity - 1 }[price]
    const answer = await place(chapter, who, { productId: shown.id, quantity, price: cents(seen), size: 'M' })
    if (answer?.status === 200 && price !== 'seen')
      chapter.violations.push(`ordered for another price than was shown: ${answer.text}`)
    return answer
  },
  async 'order twice'(chapter, who, { product, quantity }) {
    const shown = await productOf(chapter, product)
    if (!shown) return undefined
    const wish = { productId: shown.id, quantity, price: cents(shown.price * quantity), size: 'L' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all([
      place(chapter, who, wish, key),
      place(chapter, who, wish, key),
    ])
    if (
      first?.status === 200 &&
      second?.status === 200 &&
      first.json().insertedId !== second.json().insertedId
    )
      chapter.violations.push(`one key, two orders: ${first.text} ${second.text}`)
    return first
  },
  async cancel(chapter, who, { order }) {
    const it = around(chapter.orders, order)
    if (!it) return undefined
    const answer = await chapter.ask(`/api/orders/${it.id}`, { method: 'DELETE', headers: who.headers })
    if (answer?.status === 200 && answer.json().deletedCount === 1) it.promised.add('cancelled')
    foreign(chapter, who, it, answer)
    return answer
  },
  async begin(chapter, who, { order }) {
    const it = around(chapter.orders, order)
    if (!it) return undefined
    const price = await priceOf(chapter, it.id)
    const body = { orderId: it.id, price }
    const answer = await chapter.ask('/create-payment-intent', { method: 'POST', body, headers: who.headers })
    if (answer?.status === 200) it.secret = answer.json().clientSecret
    foreign(chapter, who, it, answer)
    return answer
  },
  async pay(chapter, _who, { order, card }) {
    const secret = around(
      chapter.orders.filter((it) => it.secret),
      order,
    )?.secret
    if (!secret) return undefined
    return chapter.ask(`/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${chapter.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: secret, payment_method: card }).toString(),
    })
  },
  async tell(chapter, who, { order, by }) {
    const it = around(chapter.orders, order)
    // Mostly the right transaction, sometimes that of another order.
    const payer = by % 3 === 0 ? around(chapter.orders, by) : it
    if (!it || !payer?.secret) return undefined
    const body = { transactionId: payer.secret.split('_secret_')[0], appointmentId: it.id }
    const answer = await chapter.ask(`/api/order/${it.id}`, { method: 'PATCH', body, headers: who.headers })
    if (answer?.status === 200) {
      it.promised.add('paid')
      if (payer !== it) chapter.violations.push(`paid with the transaction of another order: ${it.id}`)
    }
    foreign(chapter, who, it, answer)
    return answer
  },
  async refund(chapter, _who, { order, restock }) {
    const it = around(chapter.orders, order)
    if (!it) return undefined
    const admin = adminFor(chapter, order)
    const answer = await chapter.ask(`/api/orders/${it.id}/refund`, {
      method: 'POST',
      body: { restock },
      headers: admin.headers,
    })
    if (answer?.status === 200) it.promised.add('refunded')
    return answer
  },
  /** In the dashboard of the provider, all of it or a part. */
  async 'refund by hand'(chapter, _who, { order, share }) {
    const secret = around(chapter.orders, order)?.secret
    const { standIn } = chapter.shop()
    const intent = secret?.split('_secret_')[0]
    const price = secret && (await priceOf(chapter, around(chapter.orders, order)!.id))
    if (!intent || !price) return undefined
    const form = {
      payment_intent: intent,
      ...(share > 1 && { amount: String(Math.round((price * 100) / share)) }),
    }
    await standIn!
      .fetch('https://provider/v1/refunds', {
        method: 'POST',
        headers: { authorization: `Bearer ${chapter.secretKey}` },
        signal: AbortSignal.timeout(300),
        body: new URLSearchParams(form).toString(),
      })
      .catch(() => {})
    return undefined
  },
  async 'retry refund'(chapter, _who, { order }) {
    const headers = adminFor(chapter, order).headers
    const listed = await chapter.ask('/api/refunds?page=1', { headers })
    if (listed?.status !== 200) return listed
    const it = around(listed.json() as { _id: string }[], order)
    if (!it) return listed
    return chapter.ask(`/api/refunds/${it._id}/retry`, { method: 'POST', headers })
  },
  async 'bank works'(chapter) {
    await chapter
      .shop()
      .standIn!.finishRefunds()
      .catch(() => {})
    return undefined
  },
  async 'set stock'(chapter, _who, { product, pieces }) {
    const it = around(chapter.shelf, product)!
    const headers = adminFor(chapter, product).headers
    return chapter.ask(`/api/services/${it.id}`, { method: 'PUT', body: { availableQty: pieces }, headers })
  },
  async 'set price'(chapter, _who, { product, cents: priceCents }) {
    const shown = await chapter.ask(`/api/service/${around(chapter.shelf, product)!.id}`)
    if (shown?.status !== 200) return shown
    const { _id, orderQty, price, productDescription, image } = shown.json()
    const seen = { orderQty, price, productDescription, image }
    const body = { ...seen, price: toDollars(priceCents), seen }
    const headers = adminFor(chapter, product).headers
    return chapter.ask(`/api/services/${_id}/details`, { method: 'PUT', body, headers })
  },
  async 'delete product'(chapter, _who, { product }) {
    const it = around(chapter.shelf, product)!
    const headers = adminFor(chapter, product).headers
    const answer = await chapter.ask(`/api/services/${it.id}`, { method: 'DELETE', headers })
    if (answer?.status === 200) it.isGone = true
    // Something else takes its place on the shelf.
    return answer?.status === 200 ? addProduct(chapter) : answer
  },
  'add product': addProduct,
  async promote(chapter, _who, { person }) {
    const it = around(chapter.people, person)!
    const headers = adminFor(chapter, person).headers
    it.mayBeAdmin = true
    const answer = await chapter.ask(`/user/admin/${it.email}`, { method: 'PUT', headers })
    if (answer?.status === 200) it.isAdmin = true
    return answer
  },
  async 'delete person'(chapter, _who, { person }) {
    const it = around(chapter.people, person)!
    const headers = adminFor(chapter, person + 1).headers
    const answer = await chapter.ask(`/api/user/${it.email}`, { method: 'DELETE', headers })
    if (answer?.status === 200) it.isGone = true
    return answer
  },
  async 'my orders'(chapter, who, { person }) {
    const asked = person % 4 === 0 ? around(chapter.people, person)! : who
    const answer = await chapter.ask(`/api/orders/${asked.email}`, { headers: who.headers })
    if (asked !== who && !who.mayBeAdmin && answer?.status === 200)
      chapter.violations.push(`${who.email} read the orders of ${asked.email}`)
    return answer
  },
  'look at order': async (chapter, who, { order }) => {
    const it = around(chapter.orders, order)
    if (!it) return undefined
    const answer = await chapter.ask(`/api/order/${it.id}`, { headers: who.headers })
    foreign(chapter, who, it, answer)
    return answer
  },
  'look at product': (chapter, _who, { product }) =>
    chapter.ask(`/api/service/${around(chapter.shelf, product)!.id}`),
  'all orders': (chapter, who) => chapter.ask('/api/orders?page=1', { headers: who.headers }),
  async 'forge webhook'(chapter) {
    const paid = around(chapter.orders, chapter.orders.length - 1)?.secret?.split('_secret_')[0] ?? 'pi_none'
    const body = {
      id: 'evt_x',
      type: 'payment_intent.succeeded',
      data: { object: { id: paid, status: 'succeeded' } },
    }
    const answer = await chapter.ask('/webhooks/stripe', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': 't=1,v1=00' },
    })
    if (answer && answer.status !== 400)
      chapter.violations.push(`a forged webhook was heard: ${answer.status}`)
    return answer
  },
  async sweep(chapter) {
    await chapter
      .shop()
      .payments.sweep()
      .catch(() => {})
    return undefined
  },
  /** Time passes for one order: its hours are over. */
  async 'let expire'(chapter, _who, { order }) {
    const it = around(chapter.orders, order)
    const { db } = chapter.shop()
    const expires_at = new Date(Date.now() - 1000).toISOString()
    if (it)
      await db
        .updateTable('orders')
        .set({ expires_at })
        .where('id', '=', it.id)
        .execute()
        .catch(() => {})
    return undefined
  },
  async expire(chapter) {
    await expireUnpaid(chapter.shop()).catch(() => {})
    return undefined
  },
}

async function addProduct(chapter: Chapter) {
  const body = {
    productName: `Tyre ${crypto.randomUUID()}`,
    availableQty: 40,
    orderQty: 1,
    price: 19.99,
    productDescription: 'Round and new',
    image: '/products/alloy-wheel-1200.webp',
  }
  const answer = await chapter.ask('/api/services', {
    method: 'POST',
    body,
    headers: adminFor(chapter, 0).headers,
  })
  if (answer?.status !== 200) return answer
  const empty = chapter.shelf.findIndex((product) => product.isGone)
  chapter.shelf[empty < 0 ? chapter.shelf.length : empty] = { id: answer.json().insertedId, isGone: false }
  return answer
}

async function place(chapter: Chapter, who: Person, body: object, key: Record<string, string> = {}) {
  const answer = await chapter.ask('/api/orders', {
    method: 'POST',
    body,
    headers: { ...who.headers, ...key },
  })
  if (!answer || answer.status === 503) chapter.unanswered.orders += 1
  const id = answer?.status === 200 ? (answer.json().insertedId as string) : undefined
  if (id && !chapter.orders.some((it) => it.id === id))
    chapter.orders.push({ id, by: who, promised: new Set() })
  return answer
}

async function productOf(chapter: Chapter, product: number) {
  const { id } = around(chapter.shelf, product)!
  const shown = await chapter.ask(`/api/service/${id}`)
  return shown?.status === 200 ? { id, price: shown.json().price as number } : undefined
}

async function priceOf(chapter: Chapter, id: string) {
  const it = chapter.orders.find((known) => known.id === id)!
  const shown = await chapter.ask(`/api/order/${id}`, { headers: it.by.headers })
  return shown?.status === 200 ? (shown.json().price as number) : 1
}

/** Somebody else's order gives nothing and takes nothing. */
function foreign(chapter: Chapter, who: Person, it: Ordered, answer: TestResponse | undefined) {
  if (answer?.status === 200 && it.by !== who && !who.mayBeAdmin)
    chapter.violations.push(`${who.email} reached the order ${it.id} of ${it.by.email}`)
}

const adminFor = (chapter: Chapter, index: number) => around(chapter.admins(), index)!
const cents = (dollars: number | undefined) =>
  dollars === undefined ? undefined : Math.round(dollars * 100) / 100
