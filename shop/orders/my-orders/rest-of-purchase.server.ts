import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from '../contract.ts'
import { packFree } from '../deliver/pack-free.server.ts'
import { dollars, sumOf } from '../mails.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { deliveryCentsOfRest, isPayable } from '../rules.ts'

export type RestSettings = Pick<Config, 'deliveryFeeCents' | 'shopEmail'>

/** What is left to pay. */
export type Rest = { totalCents: number; feeCents: number }

/**
 * After orders of a purchase were cancelled, in the same transaction: what is left of it pays for its own delivery and
 * keeps the customer's slot; what costs nothing no longer waits for a payment. Refused where no card can pay the rest.
 */
export async function settleRest(
  tx: Tx,
  purchase: PurchaseRow,
  cancelled: OrderRow[],
  { deliveryFeeCents, shopEmail }: RestSettings,
): Promise<Rest | undefined> {
  const rest = (await ordersOfPurchase(tx, purchase.id)).filter(({ state }) => state === 'unpaid')
  if (rest.length === 0) return undefined
  const goods = { before: sumOf(rest) + sumOf(cancelled), after: sumOf(rest) }
  const feeCents = deliveryCentsOfRest(goods, { before: purchase.fee_cents, now: deliveryFeeCents })
  const totalCents = goods.after + feeCents
  if (!isPayable(totalCents))
    throw refuse('rest_not_chargeable', {
      values: { rest: dollars(totalCents) },
      details: { rest: toDollars(totalCents) },
    })
  await tx.updateTable('purchases').set({ fee_cents: feeCents }).where('id', '=', purchase.id).execute()
  await handSlotOn(tx, rest, cancelled)
  if (totalCents > 0) return { totalCents, feeCents }
  await tx.updateTable('orders').set({ expires_at: null }).where('purchase_id', '=', purchase.id).execute()
  await packFree(tx, purchase.id, shopEmail)
  return undefined
}

/** A purchase takes one of its customer's slots as long as anything of it is to be paid. */
async function handSlotOn(tx: Tx, rest: OrderRow[], cancelled: OrderRow[]) {
  const slot = cancelled.find(({ unpaid_slot }) => unpaid_slot !== null)?.unpaid_slot
  const next = rest.find(({ price_cents }) => price_cents > 0)
  if (slot !== undefined && next)
    await tx.updateTable('orders').set({ unpaid_slot: slot }).where('id', '=', next.id).execute()
}
