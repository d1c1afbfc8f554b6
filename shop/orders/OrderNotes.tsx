import { DateTime } from '~/platform/lists/DateTime.tsx'
import { formatDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import type { Order } from './contract.ts'
import { returnNames } from './returns/return-rules.ts'
import { orderNumber } from './rules.ts'

type Props = { order: Order; isForAdmin?: boolean | undefined }

/** Under the name of an order: what is not so with every order of its purchase. Customers know a purchase by one number. */
export const OrderNotes = ({ order, isForAdmin = false }: Props) => (
  <>
    {order.fit && <ForCar fit={order.fit} />}
    {isForAdmin && order._id !== order.purchaseId && (
      <span className="block text-[13px] text-muted">no. {orderNumber(order._id)}</span>
    )}
    {order.cancelledAt && (
      <span className="block text-[13px] text-muted">
        cancelled <DateTime at={order.cancelledAt} />
      </span>
    )}
    {order.return && <span className="block text-[13px] font-medium">{returnNames[order.return]}</span>}
    <RefundNote order={order} isForAdmin={isForAdmin} />
  </>
)

/** Of a refund that does not go through, admins read more than customers. */
function RefundNote({ order, isForAdmin }: Props) {
  const words = refundWords(order, isForAdmin)
  const isAlarm = isForAdmin && words !== undefined && failedNames.includes(words)
  return (
    words && (
      <span className={`block text-[13px] font-medium ${isAlarm ? 'text-danger' : 'text-warn'}`}>
        {words}
        {order.refund?.reason && (
          <span className="block font-normal text-muted [overflow-wrap:anywhere]">{order.refund.reason}</span>
        )}
      </span>
    )
  )
}

function refundWords({ refund, refunded }: Order, isForAdmin?: boolean) {
  if (refunded) return 'Refunded'
  if (!refund) return undefined
  if (refund.state === 'succeeded') return `${formatDollars(refund.returned)} returned`
  const name = refundNames[refund.state]
  return failedNames.includes(name) && !isForAdmin ? 'Refund delayed' : name
}

const refundNames = {
  requested: 'Refund requested',
  pending: 'Refund pending',
  refused: 'Refund refused',
  failed: 'Refund failed',
}
const failedNames = [refundNames.refused, refundNames.failed]

const disputeNames = {
  inquiry: { name: 'The bank asks', look: 'bg-warn-tint text-warn' },
  open: { name: 'Disputed', look: 'bg-danger-tint text-danger' },
  closed: { name: 'Inquiry closed', look: 'bg-success-tint text-success' },
  won: { name: 'Dispute won', look: 'bg-success-tint text-success' },
  lost: { name: 'Dispute lost', look: 'bg-danger-tint text-danger' },
}

/** For admins: what the bank does with the payment, and what has gone back beyond it. */
export const DisputeNote = ({ order: { dispute, overpaid } }: { order: Order }) => (
  <>
    {dispute && <span className={`chip ${disputeNames[dispute].look}`}>{disputeNames[dispute].name}</span>}
    {overpaid && (
      <span className="text-[13px] text-danger">
        Paid back twice: claim back <Money amount={overpaid} />
      </span>
    )}
  </>
)
