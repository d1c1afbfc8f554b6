import { DialogSubject } from '~/platform/dialogs/DialogSubject.tsx'
import { countOf } from '~/platform/figures.ts'
import { keepUnits } from '~/platform/units.ts'
import { Thumbnail } from '~/shop/catalogue/product/Thumbnail.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { returnRoutes } from '~/shop/routes.ts'
import { RefundDialog } from '../refunds/RefundDialog.tsx'
import { piecesLeft } from '../refunds/refund-amount.ts'
import type { ListedReturn } from './contract.ts'

type Props = { it: ListedReturn; number: string; onChanged: () => void }

export const RefundReturn = ({ it, number, onChanged }: Props) => (
  <RefundDialog
    purchaseId={it.purchaseId}
    orderId={it.orderId}
    title={() => 'Refund this return?'}
    opener={(open) => (
      <button type="button" className="btn btn-main btn-small" onClick={open}>
        Refund<span className="sr-only"> {number}</span>
      </button>
    )}
    // Some may have been refunded otherwise.
    quantityOf={(order) => Math.min(it.quantity, piecesLeft(order))}
    refund={(amount) => authApi(returnRoutes.refundReturn, { params: { id: it._id }, body: { amount } })}
    onRefunded={onChanged}
  >
    {(_, quantity) => (
      <DialogSubject picture={<Thumbnail image={it.image} />} name={keepUnits(it.productName)}>
        {countOf(quantity, 'piece')}, size {it.size}, order no. {number}, {it.email || it.userName}
      </DialogSubject>
    )}
  </RefundDialog>
)
