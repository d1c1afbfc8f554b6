import { Cell } from '~/platform/ui/Cell.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { Thumbnail } from '~/shop/catalogue/Thumbnail.tsx'
import type { Order } from './contract.ts'
import { shownTransactionId } from './rules.ts'

type Props = { order: Order }

/** What My Orders and All Orders show alike. */
export const NameCell = ({ order }: Props) => (
  <td className="card-head">
    <span className="flex items-center gap-2.5">
      <span className="w-(--picture,3rem) flex-none">
        <Thumbnail image={order.image} />
      </span>
      <span className="font-medium">{order.productName}</span>
    </span>
  </td>
)

export const WishCells = ({ order }: Props) => (
  <>
    <Cell name="Quantity">{order.quantity}</Cell>
    <Cell name="Size">{order.size}</Cell>
    <Cell name="Price">
      <Money amount={order.price} />
    </Cell>
  </>
)

export const TransactionCell = ({ order }: Props) => (
  <Cell name="TrnxId">
    {order.transactionId ? (
      <span className="font-mono text-[0.92em] break-all">{shownTransactionId(order.transactionId)}</span>
    ) : (
      <span className="whitespace-nowrap">Not Paid</span>
    )}
  </Cell>
)

/** Once there is nothing left to pay. */
export function Settled({ order }: Props) {
  if (order.refunded) return <span className="chip bg-warn-tint text-warn">Refunded</span>
  if (!order.paid) return <>Nothing to pay</>
  return (
    <span className="chip bg-success-tint text-success">
      <Icon name="check" />
      Paid
    </span>
  )
}
