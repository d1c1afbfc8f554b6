import { useState } from 'react'
import { Dialog } from '~/platform/dialogs/Dialog.tsx'
import { RowButton } from '~/platform/lists/Table.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import type { Shortage } from './again.ts'
import { shortageWords } from './again.ts'
import type { PartAgain } from './cart-client.ts'
import { openCart, orderAgain } from './cart-client.ts'

type Props = { purchaseId: string; productName: string; part?: PartAgain | undefined }

/** Puts the parts of a purchase, or one of them, into the cart again, and says what could not be had. */
export function OrderAgain({ purchaseId, productName, part }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [shortages, setShortages] = useState<Shortage[]>([])
  function start() {
    if (isBusy) return
    setIsBusy(true)
    void orderAgain(purchaseId, part)
      .then(setShortages, toastError)
      .finally(() => setIsBusy(false))
  }
  const close = () => setShortages([])
  return (
    <>
      <RowButton text="Order again" of={productName} onClick={start} />
      {shortages.length > 0 && (
        <Dialog
          title="Not all of it can be had"
          onClose={close}
          actions={
            <>
              <button type="button" className="btn btn-quiet" onClick={close}>
                OK
              </button>
              <button type="button" className="btn btn-main" onClick={openCart}>
                Cart
              </button>
            </>
          }
        >
          <ul className="grid gap-1">
            {shortages.map((shortage) => (
              <li key={`${shortage.productName} ${shortage.wanted}`}>{shortageWords(shortage)}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
