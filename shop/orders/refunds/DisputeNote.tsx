import { Money } from '~/platform/ui/Money.tsx'
import type { Order } from '../contract.ts'

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
