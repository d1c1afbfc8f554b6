import { expect, test, vi } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { calls, createFaultPlan } from '~/test/fault-plan.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

test('a server that dies while the provider gives money back loses neither the pieces nor the note of it', async () => {
  const faults = createFaultPlan()
  const retryPolicy = { timeoutMs: 1000, retries: 0 }
  const dying = await aShop({}, { outside: { faults, retryPolicy } })
  const boss = await signedIn(dying, { email: 'boss@example.com', admin: true })
  const ada = await signedIn(dying, { email: 'ada@example.com' })
  const tyre = await aProduct(dying, { availableQty: 10, priceCents: 1000 })
  const { orderId } = await paidOrder(dying, ada, { productId: tyre.id, quantity: 3, price: 30 })

  // The provider has given the money back, and its answer finds nobody: whatever was not written by then never is.
  faults.webhookCopies = 0
  faults.failNext(calls.createRefund, 'hangs-after')
  const asked = dying.send(`/api/orders/${orderId}/refund`, {
    method: 'POST',
    headers: boss.headers,
    body: { restock: true },
  })
  await vi.waitFor(() => expect(faults.calls.filter((call) => calls.createRefund.test(call))).toHaveLength(1))
  await dying.database.close()
  await asked

  const next = await aShop(dying.settings)
  expect(await stockOf(next, tyre.id)).toEqual({ left: 10, booked: 10 })
  await next.payments.sweep()
  await next.payments.sweep()
  const order = await next.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  expect(order).toMatchObject({ state: 'refunded' })
  expect(await stockOf(next, tyre.id)).toEqual({ left: 10, booked: 10 })
  const trail = await next.db.selectFrom('audit_entries').selectAll().where('subject', '=', orderId).execute()
  expect(trail).toMatchObject([{ email: boss.email, what: 'order refunded' }])
})
