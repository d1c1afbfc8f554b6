import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { calls, createFaultPlan } from '~/test/fault-plan.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const faults = createFaultPlan()
let shop: TestShop
let ada: Awaited<ReturnType<typeof signedIn>>
let tyre: Awaited<ReturnType<typeof aProduct>>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' }, { outside: { faults, retryPolicy: { timeoutMs: 1000, retries: 0 } } })
  ada = await signedIn(shop, { email: 'ada@example.com' })
  tyre = await aProduct(shop, { availableQty: 100 })
})

test.each(['unauthorized', 'forbidden', 'unknown-error', 'html'] as const)(
  'what the provider answers is never passed through: %s is 503 and says when to try again',
  async (fault) => {
    const input = { productId: tyre.id, quantity: 1, price: tyre.price, size: 'M' }
    const { insertedId: orderId } = (await shop.post('/api/orders', input, ada.headers)).json()
    const start = () => shop.post('/create-payment-intent', { orderId, price: tyre.price }, ada.headers)
    const expectLater = ({ status, headers, text }: Awaited<ReturnType<typeof start>>) => {
      expect([status, headers['retry-after']]).toEqual([503, '1'])
      expect(JSON.parse(text)).toEqual({ reason: 'provider_down', message: expect.any(String) })
    }
    faults.failNext(calls.createIntent, fault)
    expectLater(await start())

    const paid = await paidOrder(shop, ada, { productId: tyre.id, quantity: 1, price: tyre.price })
    // Else the webhook of that payment could meet the fault.
    await shop.standIn!.webhooks.wake()
    faults.failNext(calls.retrieveIntent, fault)
    expectLater(
      await shop.send(`/api/order/${orderId}`, {
        method: 'PATCH',
        headers: ada.headers,
        body: { transactionId: paid.transactionId },
      }),
    )
    // The customer is still signed in, and can do what needs no provider.
    expect((await start()).status).toBe(200)
    faults.failNext(calls.cancelIntent, fault, fault)
    const cancelled = await shop.send(`/api/orders/${orderId}`, { method: 'DELETE', headers: ada.headers })
    expect(cancelled.status).toBe(200)
  },
)
