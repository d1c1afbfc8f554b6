import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { RowButton } from '~/platform/lists/RowButton.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { toastError } from '~/platform/ui/toast-error.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Order } from '../contract.ts'
import { AboutOrder } from '../my-orders/AboutOrder.tsx'
import { orderRoutes } from '../routes.ts'
import { toastRefund } from './refund-toast.ts'

type Props = { order: Order; onRefunded: () => void }

/** The money always goes back whole; whether the pieces go back on the shelf is for the admin to say. */
export function RefundOrder({ order, onRefunded }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [restock, setRestock] = useState(true)

  async function refund() {
    try {
      toastRefund(await authApi(orderRoutes.refundOrder, { params: { id: order._id }, body: { restock } }))
    } catch (error) {
      toastError(error)
    }
    setIsAsking(false)
    onRefunded()
  }

  return (
    <>
      <RowButton text="Refund" of={order.productName} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title="Refund this order?"
          yes="Yes, refund it"
          busy="Refunding…"
          onYes={refund}
          onNo={() => setIsAsking(false)}
        >
          <p>
            <b className="text-ink">
              <Money amount={(order.price ?? 0) - (order.refund?.returned ?? 0)} />
            </b>{' '}
            goes back to the card it came from.
          </p>
          <AboutOrder order={order} />
          <label className="mt-4 flex items-center justify-center gap-3 text-ink">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={restock}
              onChange={(event) => setRestock(event.currentTarget.checked)}
            />
            Put {order.quantity === 1 ? 'the piece' : `the ${order.quantity} pieces`} back on the shelf
          </label>
        </ConfirmDialog>
      )}
    </>
  )
}
