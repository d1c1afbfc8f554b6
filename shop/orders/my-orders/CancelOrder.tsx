import { useState } from 'react'
import { DeleteDialog } from '~/platform/dialogs/DeleteDialog.tsx'
import { RowButton } from '~/platform/lists/RowButton.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Order } from '../contract.ts'
import { orderRoutes } from '../routes.ts'
import { AboutOrder } from './AboutOrder.tsx'

type Props = { order: Order; onCancelled: () => void }

/** The button of a row, and the dialog behind it. */
export function CancelOrder({ order, onCancelled }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  function close(isOver: boolean) {
    setIsOpen(false)
    if (isOver) onCancelled()
  }
  return (
    <>
      <RowButton text="Cancel" of={order.productName} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <DeleteDialog
          onDelete={() => authApi(orderRoutes.cancelOrder, { params: { id: order._id } })}
          about={<AboutOrder order={order} />}
          done="Order has been deleted."
          onClose={close}
        />
      )}
    </>
  )
}
