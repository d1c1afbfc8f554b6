import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { toDollars } from '~/platform/money.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { isLongRun } from '~/test/long-run.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const rounds = isLongRun ? 200 : 25
const atOnce = 5
const pieces = 1000
const priceCents = 2500

test(`cancel against pay against webhook, ${rounds} rounds: the money and the pieces end on the same side`, async () => {
  const shop = await aShop({ DEMO: 'off' })
  const pay = await buyerPayments(shop)
  const tyre = await aProduct(shop, { availableQty: pieces, priceCents })
  const buyers: Awaited<ReturnType<typeof signedIn>>[] = []
  for (let n = 0; n < atOnce; n++) buyers.push(await signedIn(shop, { email: `buyer${n}@example.com` }))
  const confirmed = { paid: 0, cancelled: 0 }
  const trouble: number[] = []
  let cancelTakesMs = 20

  async function round(buyer: (typeof buyers)[number], n: number) {
    const input = { productId: tyre.id, quantity: 1, size: 'M', price: toDollars(priceCents) }
    const { insertedId } = (await shop.post('/api/orders', input, buyer.headers)).json()
    const started = await pay.start(buyer, insertedId)
    const cancel = async () => {
      const begunAt = performance.now()
      const answer = await shop.send(`/api/orders/${insertedId}`, {
        method: 'DELETE',
        headers: buyer.headers,
      })
      cancelTakesMs = performance.now() - begunAt
      return answer
    }
    // From at once to when a cancellation is done, however slow the machine: each side wins now and then.
    const payAndConfirm = async () => {
      await sleep(cancelTakesMs * ((n % 5) / 4))
      if (!(await pay.confirmCard(started))) return undefined
      return pay.confirmPayment(buyer, insertedId, started.transactionId)
    }
    const [cancelled, paid] = await Promise.all([cancel(), payAndConfirm(), pay.deliverWebhooks()])
    const yes = { cancelled: cancelled.status === 200, paid: paid?.status === 200 }
    expect(yes.cancelled && yes.paid).toBe(false)
    if (yes.cancelled) confirmed.cancelled += 1
    if (yes.paid) confirmed.paid += 1
    for (const answer of [cancelled, paid]) if (answer && answer.status >= 500) trouble.push(answer.status)
  }
  for (let n = 0; n < rounds; n += atOnce) await Promise.all(buyers.map((buyer, i) => round(buyer, n + i)))
  await pay.deliverWebhooks()
  await shop.payments.sweep()

  const orders = await shop.db.selectFrom('orders').select(['state']).execute()
  const paid = orders.filter(({ state }) => state === 'paid').length
  expect(trouble).toEqual([])
  expect(orders.filter(({ state }) => state === 'cancelled').length).toBe(rounds - paid)
  expect(confirmed.paid).toBeLessThanOrEqual(paid)
  expect(confirmed.cancelled).toBe(rounds - paid)
  expect(await pay.netChargedCents()).toBe(paid * priceCents)
  expect(await stockOf(shop, tyre.id)).toEqual({ left: pieces - paid, booked: pieces - paid })
  // Else one side always won, and nothing was shown.
  expect(paid).toBeGreaterThan(0)
  expect(paid).toBeLessThan(rounds)
}, 240_000)
