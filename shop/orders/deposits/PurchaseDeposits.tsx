import { countOf, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import type { Purchase } from '../contract.ts'
import { oldPartNames } from './deposit-rules.ts'

/** For its customer: the old parts that are announced, and what became of them. */
export function PurchaseDeposits({ purchase: { oldParts, orders } }: { purchase: Purchase }) {
  if (oldParts.length === 0) return null
  return (
    <section className="panel grid gap-4 p-4 md:p-6" aria-labelledby="old-parts">
      <h2 id="old-parts" className="text-[18px]">
        Old parts
      </h2>
      <ul className="grid gap-5">
        {oldParts.map(({ _id, orderId, quantity, state, note, answer, askedAt, decidedAt }) => (
          <li key={_id} className="grid gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
            <p>
              <b className="font-semibold">{oldPartNames[state]}</b>: {countOf(quantity, 'old part')} of{' '}
              {keepUnits(orders.find((order) => order._id === orderId)?.productName ?? '')}
            </p>
            {note && <p className="text-sm text-muted wrap-anywhere whitespace-pre-line">{note}</p>}
            {answer && (
              <p className="border-l-2 border-accent pl-3 wrap-anywhere whitespace-pre-line">{answer}</p>
            )}
            <p className="text-sm text-muted">
              <DateTime at={decidedAt ?? askedAt} toTheMinute />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
