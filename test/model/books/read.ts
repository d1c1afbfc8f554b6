import type { TestShop } from '../../shop.ts'
import { historyOf } from '../history.ts'

export type Report = (what: string) => void
export type Books = Awaited<ReturnType<typeof readBooks>>

export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
export const priceOf = (orders: { price_cents: number }[]) => sum(orders.map((row) => row.price_cents))
/** Without deposits. */
export const goodsOf = (orders: { price_cents: number; deposit_cents: number; quantity: number }[]) =>
  sum(orders.map((row) => row.price_cents - row.deposit_cents * row.quantity))

/** Everything that the shop and the payment provider have written down. */
export async function readBooks(shop: Pick<TestShop, 'db'>) {
  const { db } = shop
  const objects = await db.selectFrom('stand_in_objects').select(['kind', 'body']).execute()
  const of = (kind: string) => objects.filter((it) => it.kind === kind).map((it) => JSON.parse(it.body))
  const disputesAtProvider = of('dispute')
  const history = await historyOf(shop)
  return {
    products: await db.selectFrom('products').selectAll().execute(),
    movements: await db.selectFrom('stock_movements').selectAll().execute(),
    orders: await db.selectFrom('orders').selectAll().execute(),
    purchases: await db.selectFrom('purchases').selectAll().execute(),
    parcels: await db.selectFrom('parcels').selectAll().execute(),
    parcelLines: await db.selectFrom('parcel_lines').selectAll().execute(),
    keys: await db.selectFrom('order_keys').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    returns: await db.selectFrom('returns').selectAll().execute(),
    oldParts: await db.selectFrom('old_parts').selectAll().execute(),
    withdrawals: await db.selectFrom('withdrawals').selectAll().execute(),
    disputes: await db.selectFrom('disputes').selectAll().execute(),
    refundLines: (await db.selectFrom('refund_lines').selectAll().execute()).map((line) => ({
      ...line,
      cents: Number(line.cents),
    })),
    codes: await db.selectFrom('discount_codes').selectAll().execute(),
    uses: await db.selectFrom('discount_uses').selectAll().execute(),
    users: await db.selectFrom('users').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    receipts: await db.selectFrom('receipts').selectAll().execute(),
    mailed: (await db.selectFrom('mails').select('event_key').execute()).flatMap(
      ({ event_key }) => event_key ?? [],
    ),
    history,
    /** Parts for nothing that an admin has taken out of a parcel. */
    takenOut: new Set(history.filter(({ step }) => step === 'paid > cancelled').map(({ id }) => id)),
    intents: new Map(of('payment_intent').map((intent) => [intent.id as string, intent])),
    charges: of('charge'),
    refundsAtProvider: of('refund'),
    disputesAtProvider,
    /** What the bank has taken back for good, by payment. */
    lostCents: (transactionId: string | null) =>
      sum(
        disputesAtProvider
          .filter(({ payment_intent, status }) => payment_intent === transactionId && status === 'lost')
          .map(({ amount }) => amount),
      ),
  }
}
