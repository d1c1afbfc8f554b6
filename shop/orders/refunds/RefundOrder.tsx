import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { RowButton } from '~/platform/lists/RowButton.tsx'
import { toastError } from '~/platform/ui/toast-error.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { orderRoutes } from '~/shop/routes.ts'
import { AboutOrder } from '../AboutOrder.tsx'
import type { Order, Purchase } from '../contract.ts'
import { BackOnTheShelf } from '../deliver/BackOnTheShelf.tsx'
import { RefundAmount } from './RefundAmount.tsx'
import { piecesLeft, refundAmount } from './refund-amount.ts'
import { toastRefund } from './refund-toast.ts'

type Props = { order: Order; onRefunded: () => void }

/** How many pieces, and whether they go back on the shelf, is for the admin to say. */
export function RefundOrder({ order, onRefunded }: Props) {
  /** Loaded when the dialog opens: what the refund comes to depends on the others of it. */
  const [purchase, setPurchase] = useState<Purchase>()
  const [restock, setRestock] = useState(true)
  // As the purchase has it by now; the list may be older.
  const current = purchase?.orders.find(({ _id }) => _id === order._id) ?? order
  const left = piecesLeft(current)
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

  async function refund(shown: Purchase) {
    try {
      const { amount } = refundAmount(shown, current, quantity)
      const body = { restock: restock && left > 0, ...(quantity < left && { quantity }), amount }
      toastRefund(await authApi(orderRoutes.refundOrder, { params: { id: order._id }, body }))
    } catch (error) {
      toastError(error)
    }
    close()
    onRefunded()
  }

  return (
    <>
      <RowButton
        text={left > 0 ? 'Refund' : 'Refund rest'}
        of={order.productName}
        onClick={() => void ask()}
      />
      {purchase && (
        <ConfirmDialog
          title={left > 0 ? 'Refund this order?' : 'Refund the rest?'}
          yes="Yes, refund it"
          busy="Refunding…"
          onYes={() => refund(purchase)}
          onNo={close}
        >
          <RefundAmount purchase={purchase} order={current} quantity={quantity} />
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
          {left > 0 && <BackOnTheShelf pieces={quantity} isChecked={restock} onChange={setRestock} />}
        </ConfirmDialog>
      )}
    </>
  )
}

const mostChoices = 100
