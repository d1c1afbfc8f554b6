import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/DialogSubject.tsx'
import { countOf } from '~/platform/figures.ts'
import { toastError } from '~/platform/ui/toast-error.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { keepUnits } from '~/platform/units.ts'
import { Thumbnail } from '~/shop/catalogue/product/Thumbnail.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { orderRoutes, returnRoutes } from '~/shop/routes.ts'
import type { Purchase } from '../contract.ts'
import { RefundAmount } from '../refunds/RefundAmount.tsx'
import { piecesLeft, refundAmount } from '../refunds/refund-amount.ts'
import { toastRefund } from '../refunds/refund-toast.ts'
import type { ListedReturn } from './contract.ts'

type Props = { it: ListedReturn; number: string; onChanged: () => void }

/** Says how much goes back to whom, and for what, before it does. */
export function RefundReturn({ it, number, onChanged }: Props) {
  /** Loaded when the dialog opens: what the refund comes to depends on the others of the purchase. */
  const [purchase, setPurchase] = useState<Purchase>()
  const order = purchase?.orders.find(({ _id }) => _id === it.orderId)
  // Some may have been refunded otherwise.
  const quantity = order ? Math.min(it.quantity, piecesLeft(order)) : 0

  async function ask() {
    try {
      const found = await authApi(orderRoutes.getPurchase, { params: { id: it.purchaseId } })
      if (found.orders.some(({ _id }) => _id === it.orderId)) setPurchase(found)
      else toast('error', 'This order is no longer part of its purchase. Load the page again.')
    } catch (error) {
      toastError(error)
    }
  }

  async function refund(amount: number) {
    try {
      toastRefund(await authApi(returnRoutes.refundReturn, { params: { id: it._id }, body: { amount } }))
    } catch (error) {
      toastError(error)
    }
    setPurchase(undefined)
    onChanged()
  }

  return (
    <>
      <button type="button" className="btn btn-main btn-small" onClick={() => void ask()}>
        Refund<span className="sr-only"> {number}</span>
      </button>
      {purchase && order && (
        <ConfirmDialog
          title="Refund this return?"
          yes="Yes, refund it"
          busy="Refunding…"
          onYes={() => refund(refundAmount(purchase, order, quantity).amount)}
          onNo={() => setPurchase(undefined)}
        >
          <RefundAmount purchase={purchase} order={order} quantity={quantity} />
          <DialogSubject picture={<Thumbnail image={it.image} />} name={keepUnits(it.productName)}>
            {countOf(quantity, 'piece')}, size {it.size}, order no. {number}, {it.email || it.userName}
          </DialogSubject>
        </ConfirmDialog>
      )}
    </>
  )
}
