import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { RowButton } from '~/platform/lists/Table.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { AboutOrder, BackOnTheShelf } from '../AboutOrder.tsx'
import type { Order } from '../contract.ts'

type Props = { order: Order; onTakenOut: () => void }

/** A part that cost nothing cannot be refunded, but it can be left out of the parcel. */
export function TakeOut({ order, onTakenOut }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [restock, setRestock] = useState(true)

  async function takeOut() {
    try {
      await authApi(orderRoutes.takeOutOfParcel, { params: { id: order._id }, body: { restock } })
      toast('success', 'It is not sent')
    } catch (error) {
      toastError(error)
    }
    setIsOpen(false)
    onTakenOut()
  }

  return (
    <>
      <RowButton text="Take out" of={order.productName} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <ConfirmDialog
          title="Take this part out of the parcel?"
          yes="Yes, take it out"
          busy="Taking it out…"
          onYes={takeOut}
          onNo={() => setIsOpen(false)}
        >
          <p>It cost nothing, so there is no money to return. The customer is told that it does not come.</p>
          <AboutOrder order={order} />
          <BackOnTheShelf pieces={order.quantity} isChecked={restock} onChange={setRestock} />
        </ConfirmDialog>
      )}
    </>
  )
}
