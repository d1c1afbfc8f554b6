import { useState } from 'react'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { RowButton } from '~/platform/lists/Table.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { shownTransactionId } from '../rules.ts'
import type { FailedRefund } from './contract.ts'
import { toastRefund } from './RefundDialog.tsx'

type Props = { refunds: FailedRefund[]; total: number; onChanged: () => void }

/** Refunds that did not go through, with the provider's message and what can be done. */
export function FailedRefunds({ refunds, total, onChanged }: Props) {
  if (refunds.length === 0) return null
  return (
    <section
      aria-labelledby="refunds"
      className="panel grid gap-4 border-l-4 border-l-danger p-5 shadow-none"
    >
      <header className="grid gap-1">
        <h2 id="refunds" className="text-[22px]">
          Refunds that need you
        </h2>
        <p className="text-sm text-muted">
          {countOf(total, 'refund')} did not go through. The customer was not told that the money is on its
          way.
        </p>
      </header>
      <ul className="grid gap-4">
        {refunds.map((refund) => (
          <FailedRefundItem key={refund._id} refund={refund} onChanged={onChanged} />
        ))}
      </ul>
      {total > refunds.length && (
        <p className="text-sm text-muted">The others are shown when these are done.</p>
      )}
    </section>
  )
}

function FailedRefundItem({ refund, onChanged }: { refund: FailedRefund; onChanged: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const name = `refund of ${refund.productName ?? shownTransactionId(refund.transactionId)}`
  const act = (doIt: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    void doIt()
      .catch(toastError)
      .finally(() => {
        setIsBusy(false)
        onChanged()
      })
  }
  return (
    <li className="grid gap-2 border-t border-line pt-4 text-sm" aria-busy={isBusy}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b>
          <Money amount={refund.amount} />
        </b>
        <span className="min-w-0 break-words">
          {refund.productName
            ? `${refund.productName}, ${refund.email || 'a deleted user'}`
            : 'paid for no order'}
        </span>
        <span className="chip bg-danger-tint text-danger">
          {refund.state === 'refused' ? 'Refund refused' : 'Refund failed'}
        </span>
      </p>
      <p>
        Why it goes back: {refund.cause}. The provider says: <q>{refund.reason || 'nothing'}</q>
      </p>
      <p className="text-muted">
        {whatToDo[refund.state]}
        {refund.nextTryAt && (
          <>
            {' '}
            The shop asks again on <DateTime at={refund.nextTryAt} toTheMinute />.
          </>
        )}
      </p>
      <p className="text-muted">
        Transaction{' '}
        <span className="font-mono [overflow-wrap:anywhere]">{shownTransactionId(refund.transactionId)}</span>
        , since <DateTime at={refund.since} toTheMinute />
      </p>
      <div className="flex flex-wrap gap-3">
        <RowButton text="Try again" of={name} onClick={() => act(() => retry(refund))} />
        <RowButton text="Settled otherwise" of={name} onClick={() => act(() => close(refund))} />
      </div>
    </li>
  )
}

const whatToDo: Record<FailedRefund['state'], string> = {
  refused:
    "Look at the payment in the provider's dashboard. If the customer has disputed it, the bank decides: then choose Settled otherwise.",
  failed:
    'The card may be closed. Return the money to the customer in another way and choose Settled otherwise, or try again.',
}

async function retry({ _id }: FailedRefund) {
  toastRefund(await authApi(orderRoutes.retryRefund, { params: { id: _id } }))
}

async function close({ _id }: FailedRefund) {
  await authApi(orderRoutes.closeRefund, { params: { id: _id } })
  toast('success', 'The refund is closed')
}
