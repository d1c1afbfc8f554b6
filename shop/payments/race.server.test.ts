import { expect, test } from 'vitest'
import { openPaymentsHarness } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments } = harness

async function round(n: number) {
  const reference = await dues.add('ada')
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  const cancel = async () => {
    await payments.cancelOpenIntents(reference)
    if (await dues.cancel(reference)) await payments.cancelOpenIntents(reference)
  }
  const pay = async () => {
    const { id, status } = await harness.pay(clientSecret)
    if (status === 200) await payments.settle(id, { reference, ownerId: 'ada' })
  }
  await Promise.all(n % 2 ? [pay(), cancel()] : [cancel(), pay()])
}

test('cancel against pay against webhook: never charged and cancelled without a refund', async () => {
  for (let n = 0; n < 40; n++) await round(n)
  await harness.deliverWebhooks()
  await payments.sweep()
  const rows = await dues.all()
  const paid = rows.filter((due) => due.state === 'paid')
  expect(rows.filter((due) => due.state === 'unpaid')).toHaveLength(0)
  const { charged, refunded } = await harness.totals()
  expect(charged - refunded).toBe(paid.length * 1999)
})
