import { useState } from 'react'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { returnRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Purchase } from '../contract.ts'
import type { Return } from './contract.ts'
import { isOpen, reasonNames, returnNames } from './return-rules.ts'

type Props = { purchase: Purchase; onChanged: () => void }

/** For its customer: what is on its way back, and how far it has come. */
export function PurchaseReturns({ purchase: { returns, orders }, onChanged }: Props) {
  if (returns.length === 0) return null
  return (
    <section className="panel grid gap-4 p-5 sm:p-6" aria-labelledby="returns">
      <h2 id="returns" className="text-[22px]">
        Returns
      </h2>
      <ul className="grid gap-5">
        {returns.map((it) => (
          <ReturnItem
            key={it._id}
            it={it}
            part={orders.find(({ _id }) => _id === it.orderId)?.productName ?? ''}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </section>
  )
}

type ItemProps = { it: Return; part: string; onChanged: () => void }

function ReturnItem({ it, part, onChanged }: ItemProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function withdraw() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await authApi(returnRoutes.withdrawReturn, { params: { id: it._id } })
      toast('success', it.isWithdrawal ? 'You keep it' : 'The return is withdrawn')
    } catch (error) {
      toastError(error)
    }
    setIsBusy(false)
    onChanged()
  }
  return (
    <li className="grid gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <p>
        <b className="font-semibold">{returnNames[it.state]}</b>: {countOf(it.quantity, 'piece')} of{' '}
        {keepUnits(part)}
      </p>
      <p className="text-sm text-muted">
        {reasonNames[it.reason]}
        {it.note && (
          <>
            : <q className="wrap-anywhere whitespace-pre-line">{it.note}</q>
          </>
        )}
      </p>
      {it.answer && it.isWithdrawal && <p className="text-sm">Please send it back to:</p>}
      {it.answer && (
        <p className="border-l-2 border-accent pl-3 wrap-anywhere whitespace-pre-line">{it.answer}</p>
      )}
      <ol className="grid gap-1 text-sm">
        {timesOf(it).map(([name, at]) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <DateTime at={at} toTheMinute />
          </li>
        ))}
      </ol>
      {isOpen(it.state) && (
        <button
          type="button"
          className="btn btn-quiet btn-small justify-self-start"
          aria-disabled={isBusy}
          onClick={() => void withdraw()}
        >
          {it.isWithdrawal ? (
            <>
              I keep it<span className="sr-only">: {part}</span>
            </>
          ) : (
            <>
              Withdraw<span className="sr-only"> the return of {part}</span>
            </>
          )}
        </button>
      )}
    </li>
  )
}

const decided = { declined: 'Declined', withdrawn: 'Withdrawn' } as Partial<Record<Return['state'], string>>

const timesOf = ({ state, isWithdrawal, askedAt, decidedAt, receivedAt, completedAt, refunded }: Return) =>
  [
    [isWithdrawal ? 'Stated' : 'Asked', askedAt],
    [decided[state] ?? 'Accepted', decidedAt],
    ['Received', receivedAt],
    [refunded ? 'Refund requested' : 'Completed', completedAt],
  ].filter((time): time is [string, string] => Boolean(time[1]))
