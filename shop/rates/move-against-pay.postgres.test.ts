import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const way = (id: string, cents: number) => ({
  id,
  name: id,
  kind: 'parcel',
  by: 'flat',
  steps: [{ cents }],
  days: { least: 2, most: 4 },
})
const delivery = {
  home: { country: 'US', region: 'OH' },
  assumedGrams: 1000,
  zones: [
    { id: 'home', name: 'Home', areas: [{ country: 'US' }], ways: [way('parcel', 490)] },
    { id: 'far', name: 'Far', areas: [{ country: 'CA' }], ways: [way('air', 2000)] },
  ],
}
const address = { name: 'Ada', street: 'Mill Lane 1', town: 'Town', phone: '' }
const ohio = { ...address, postalCode: '44001', state: 'OH', country: 'United States' }
const canada = { ...address, postalCode: 'K1A 0B1', state: 'ON', country: 'Canada' }
const rounds = 20

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  const { headers } = await signedIn(shop, { email: 'admin@moves.example', admin: true })
  const body = { version: 0, value: delivery }
  const saved = await shop.send('/api/manage/rates/delivery', { method: 'PUT', headers, body })
  expect(saved.status).toBe(200)
})

test(`an address in another zone against the payment, ${rounds} rounds: what is paid is what the receipt says`, async () => {
  const pay = await buyerPayments(shop)
  const { id: productId } = await aProduct(shop, { availableQty: rounds })
  const seen = { paid: 0, moved: 0 }
  let moveTakesMs = 100
  for (let n = 0; n < rounds; n++) {
    const before = await pay.netChargedCents()
    const who = await signedIn(shop, { email: `buyer-${n}@moves.example` })
    await shop.post('/api/addresses', ohio, who.headers)
    const lines = [{ productId, quantity: 1, size: 'M' }]
    const placed = await shop.post('/api/checkout', { lines, total: 29.9 }, who.headers)
    const { purchaseId } = placed.json()
    const started = await pay.start(who, purchaseId)
    const move = async () => {
      const begunAt = performance.now()
      const body = { ...canada, total: 45 }
      const path = `/api/purchases/${purchaseId}/address`
      const answer = await shop.send(path, { method: 'PUT', headers: who.headers, body })
      moveTakesMs = performance.now() - begunAt
      return answer
    }
    const charge = async () => {
      if (await pay.confirmCard(started)) await pay.confirmPayment(who, purchaseId, started.transactionId)
    }
    // The first two in turn; then at all moments of a move, however slow the machine.
    if (n === 1) await charge()
    const racing = n > 1 ? sleep(moveTakesMs * ((n % 5) / 4)).then(charge) : undefined
    const [moved] = await Promise.all([move(), racing])
    if (n === 0) await charge()
    await shop.payments.sweep()
    const purchase = (await shop.get(`/api/purchases/${purchaseId}`, who.headers)).json()
    const charged = (await pay.netChargedCents()) - before
    const isPaid = purchase.orders[0].paid
    const where = [purchase.address.country, purchase.total, charged, purchase.receipts.length]
    if (isPaid) expect(where).toEqual(['United States', 29.9, 2990, 1])
    else expect(where).toEqual(['Canada', 45, 0, 0])
    expect(moved.status).toBe(isPaid ? 409 : 200)
    seen[isPaid ? 'paid' : 'moved'] += 1
  }
  expect(Math.min(seen.paid, seen.moved), 'rounds that each side has won').toBeGreaterThan(0)
}, 60_000)
