import { useState } from 'react'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { formatDollars } from '~/platform/money.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { AboutOrder } from '../AboutOrder.tsx'
import type { Order } from '../contract.ts'

type Props = { order: Order; onCancelled: () => void }

/** A quiet word under the name of an unpaid order, and the dialog behind it. */
export function CancelOrder({ order, onCancelled }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [left, setLeft] = useState<{ total: number; delivery: number }>()
  const cancel = async (rest?: 'cancel') => {
    const answer = await authApi(orderRoutes.cancelOrder, {
      params: { id: order._id },
      ...(rest && { query: { rest } }),
    })
    setLeft(answer.left)
  }
  function close(isOver: boolean) {
    setIsOpen(false)
    if (isOver) onCancelled()
  }
  return (
    <>
      <button
        type="button"
        className="text-link block min-h-6 cursor-pointer text-[13px]"
        onClick={() => setIsOpen(true)}
      >
        Cancel<span className="sr-only"> {order.productName}</span>
      </button>
      {isOpen && (
        <DeleteDialog
          onDelete={cancel}
          instead={({ reason }) =>
            reason === 'rest_not_chargeable'
              ? { text: 'Cancel all of it', onDelete: () => cancel('cancel') }
              : undefined
          }
          about={
            <>
              {left && <p>{dearer(left)}</p>}
              <AboutOrder order={order} />
            </>
          }
          done="Order has been deleted."
          onClose={close}
        />
      )}
    </>
  )
}

const dearer = ({ total, delivery }: { total: number; delivery: number }) =>
  `What is left of this purchase comes to ${formatDollars(total)} now, ${formatDollars(delivery)} of it for delivery: it is no longer above the sum for free delivery.`
