import { Link } from 'react-router'
import { Cell } from '~/platform/lists/Cell.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { keepUnits } from '~/platform/units.ts'
import { Thumbnail } from '~/shop/catalogue/product/Thumbnail.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { orderNumber, shownTransactionId } from '../rules.ts'

type Props = { order: Order }

type NameCellProps = Props & {
  isNew?: boolean
  /** The date is here only where there is no room for its column. */
  hasDateColumn?: boolean
}

/** Cells of both My Orders and All Orders. */
export const NameCell = ({ order, isNew = false, hasDateColumn = false }: NameCellProps) => (
  <td className="card-head">
    <span className="flex items-center gap-2.5">
      <span className="w-(--picture,3rem) flex-none">
        <Thumbnail image={order.image} />
      </span>
      <span className="min-w-0">
        <Link to={urls.product(order.productId)} className="font-medium underline-offset-4 hover:underline">
          {keepUnits(order.productName)}
        </Link>
        {order.fit && <ForCar fit={order.fit} />}
        <span className="block text-[13px] text-muted">
          {isNew && <b className="text-accent-text">New, </b>}
          <span className={hasDateColumn ? 'instead-of-drop-4' : undefined}>
            <DateTime at={order.createdAt} />,{' '}
          </span>
          <span className="whitespace-nowrap">no. {orderNumber(order._id)}</span>
        </span>
      </span>
    </span>
  </td>
)

export const QuantityCells = ({ order }: Props) => (
  <>
    <Cell name="Quantity">{order.quantity}</Cell>
    <Cell name="Size" isRare>
      {order.size}
    </Cell>
    <Cell name="Price">
      <Money amount={order.price} />
    </Cell>
  </>
)

export const TransactionCell = ({ order }: Props) => (
  <Cell name="TrnxId" isRare>
    {order.transactionId ? (
      <span className="font-mono text-[0.92em] break-all">{shownTransactionId(order.transactionId)}</span>
    ) : (
      <span className="whitespace-nowrap">Not Paid</span>
    )}
  </Cell>
)

/** Once there is nothing left to pay. Of a refund that does not go through, admins read more than customers. */
export function Settled({ order, isForAdmin = false }: Props & { isForAdmin?: boolean }) {
  const { refund } = order
  if (order.refunded) return <span className="chip bg-warn-tint text-warn">Refunded</span>
  if (!order.paid) return <>Nothing to pay</>
  if (refund && refund.state !== 'succeeded') {
    const { name, isFailed } = refundNames[refund.state]
    const isAlarm = isFailed && isForAdmin
    return (
      <span className={`chip ${isAlarm ? 'bg-danger-tint text-danger' : 'bg-warn-tint text-warn'}`}>
        {isFailed && !isForAdmin ? 'Refund delayed' : name}
      </span>
    )
  }
  return (
    <>
      <span className="chip bg-success-tint text-success">
        <Icon name="check" />
        Paid
      </span>
      {refund && (
        <span className="text-[13px] text-muted">
          <Money amount={refund.returned} /> returned
        </span>
      )}
    </>
  )
}

const refundNames = {
  requested: { name: 'Refund requested', isFailed: false },
  pending: { name: 'Refund pending', isFailed: false },
  refused: { name: 'Refund refused', isFailed: true },
  failed: { name: 'Refund failed', isFailed: true },
}
