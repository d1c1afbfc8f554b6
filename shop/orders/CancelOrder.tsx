import { useState } from 'react'
import { DeleteDialog } from '~/shop/identity/DeleteDialog.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'

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
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsOpen(true)}>
        Cancel<span className="sr-only"> {order.productName}</span>
      </button>
      {isOpen && (
        <DeleteDialog path={urls.api.cancelOrder(order._id)} done="Order has been deleted." onClose={close} />
      )}
    </>
  )
}
