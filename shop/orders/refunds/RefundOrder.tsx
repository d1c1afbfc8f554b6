import { useState } from 'react'
import { RowButton } from '~/platform/lists/Table.tsx'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { AboutOrder, BackOnTheShelf } from '../AboutOrder.tsx'
import type { Order } from '../contract.ts'
import { RefundDialog, unrefundedPieces } from './RefundDialog.tsx'

type Props = { order: Order; onRefunded: () => void }

/** How many pieces, and whether they go back on the shelf, is for the admin to say. */
export function RefundOrder({ order, onRefunded }: Props) {
  const [restock, setRestock] = useState(true)
  const [chosen, setChosen] = useState<number>()
  return (
    <RefundDialog
      purchaseId={order.purchaseId}
      orderId={order._id}
      title={(current) => (unrefundedPieces(current) > 0 ? 'Refund this order?' : 'Refund the rest?')}
      opener={(open) => (
        <RowButton
          text={unrefundedPieces(order) > 0 ? 'Refund' : 'Refund rest'}
          of={order.productName}
          onClick={open}
        />
      )}
      quantityOf={(current) => Math.min(chosen ?? unrefundedPieces(current), unrefundedPieces(current))}
      refund={(amount, current, quantity) => {
        const left = unrefundedPieces(current)
        const body = { restock: restock && left > 0, ...(quantity < left && { quantity }), amount }
        return authApi(orderRoutes.refundOrder, { params: { id: order._id }, body })
      }}
      onRefunded={onRefunded}
    >
      {(current, quantity) => {
        const left = unrefundedPieces(current)
        return (
          <>
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
          </>
        )
      }}
    </RefundDialog>
  )
}

const mostChoices = 100
