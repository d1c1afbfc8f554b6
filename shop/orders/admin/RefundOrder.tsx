import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { RowButton } from '~/platform/lists/RowButton.tsx'
import { toCents, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { toastError } from '~/platform/ui/toast-error.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Order, Purchase } from '../contract.ts'
import { AboutOrder } from '../my-orders/AboutOrder.tsx'
import { orderRoutes } from '../routes.ts'
import { centsOfPieces } from '../rules.ts'
import { toastRefund } from './refund-toast.ts'

type Props = { order: Order; onRefunded: () => void }

/** How many pieces, and whether they go back on the shelf, is for the admin to say. */
export function RefundOrder({ order, onRefunded }: Props) {
  /** Loaded when the dialog opens: what the refund comes to depends on the others of it. */
  const [purchase, setPurchase] = useState<Purchase>()
  const [restock, setRestock] = useState(true)
  const refunded = order.refund?.quantity ?? 0
  const left = order.quantity - refunded
  const [chosen, setChosen] = useState<number>()
  const quantity = Math.min(chosen ?? left, left)

  const close = () => setPurchase(undefined)

  async function ask() {
    try {
      setPurchase(await authApi(orderRoutes.getPurchase, { params: { id: order.purchaseId } }))
    } catch (error) {
      toastError(error)
    }
  }

  async function refund() {
    try {
      const body = { restock, ...(quantity < left && { quantity }) }
      toastRefund(await authApi(orderRoutes.refundOrder, { params: { id: order._id }, body }))
    } catch (error) {
      toastError(error)
    }
    close()
    onRefunded()
  }

  return (
    <>
      <RowButton text="Refund" of={order.productName} onClick={() => void ask()} />
      {purchase && (
        <ConfirmDialog
          title="Refund this order?"
          yes="Yes, refund it"
          busy="Refunding…"
          onYes={refund}
          onNo={close}
        >
          <p>
            <b className="text-ink">
              <Money
                amount={
                  amountOf(order, quantity) + (isLast(purchase, order, quantity) ? purchase.delivery : 0)
                }
              />
            </b>{' '}
            goes back to the card it came from.
          </p>
          {purchase.delivery > 0 && (
            <p>
              {isLast(purchase, order, quantity) ? (
                <>
                  That includes <Money amount={purchase.delivery} /> for delivery.
                </>
              ) : (
                <>
                  The <Money amount={purchase.delivery} /> for delivery go back with the last piece of the
                  purchase.
                </>
              )}
            </p>
          )}
          <AboutOrder order={order} />
          {left > 1 && (
            <label className="mt-4 flex items-center justify-center gap-3 text-ink">
              Pieces to refund
              <select
                className="min-h-11 rounded-control border border-line bg-surface px-3"
                value={quantity}
                onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
              >
                {Array.from({ length: Math.min(left, mostChoices) }, (_, n) => left - n).map((count) => (
                  <option key={count}>{count}</option>
                ))}
              </select>
            </label>
          )}
          <label className="mt-4 flex items-center justify-center gap-3 text-ink">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={restock}
              onChange={(event) => setRestock(event.currentTarget.checked)}
            />
            Put {quantity === 1 ? 'the piece' : `the ${quantity} pieces`} back on the shelf
          </label>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Whether nothing of the purchase is left after this refund: then the delivery goes back, too. */
const isLast = ({ orders }: Purchase, { _id }: Order, quantity: number) =>
  orders.every(
    (it) => it.quantity - (it.refund?.quantity ?? 0) === (it._id === _id ? quantity : 0) || it.refunded,
  )

const mostChoices = 100

/** All that is left of an order is what has not gone back yet, by hand or otherwise. */
function amountOf({ price = 0, quantity: ordered, refund }: Order, quantity: number) {
  const refunded = refund?.quantity ?? 0
  if (refunded + quantity === ordered) return toDollars(toCents(price) - toCents(refund?.returned ?? 0))
  return toDollars(centsOfPieces({ priceCents: toCents(price), quantity: ordered }, refunded, quantity))
}
