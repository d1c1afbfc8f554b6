import { expect, test } from 'vitest'
import { aTill } from '~/test/payments-harness.ts'

const till = await aTill()
const { ledger, payments } = till

async function round(n: number) {
  const reference = await ledger.owe('ada')
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  const cancelling = async () => {
    await payments.release(reference)
    if (await ledger.cancel(reference)) await payments.release(reference)
  }
  const paying = async () => {
    const { id, status } = await till.pay(clientSecret)
    if (status === 200) await payments.settle(id, { reference, ownerId: 'ada' })
  }
  await Promise.all(n % 2 ? [paying(), cancelling()] : [cancelling(), paying()])
}

test('cancel against pay against webhook: never charged and cancelled without a refund', async () => {
  for (let n = 0; n < 40; n++) await round(n)
  await till.webhooks()
  await payments.sweep()
  const dues = await ledger.all()
  const paid = dues.filter((due) => due.state === 'paid')
  expect(dues.filter((due) => due.state === 'unpaid')).toHaveLength(0)
  const { taken, returned } = await till.money()
  expect(taken - returned).toBe(paid.length * 1999)
})
