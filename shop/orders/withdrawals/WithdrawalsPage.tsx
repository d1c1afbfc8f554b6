import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { CardList, FilterTabs, ListPage } from '~/platform/lists/ListPage.tsx'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import { returnFilterNames } from '../returns/return-rules.ts'
import { orderNumber } from '../rules.ts'
import type { ListedWithdrawal } from './contract.ts'
import { DayInWords } from './DayInWords.tsx'
import type { WithdrawalState } from './withdrawal-rules.ts'
import { isDueSoon, withdrawalFilterNames, withdrawalStates } from './withdrawal-rules.ts'

export const loader = listLoader(withdrawalRoutes.listWithdrawals, withdrawalStates)

const nothing: Record<WithdrawalState, string> = {
  open: 'No withdrawal is to be refunded',
  stated: 'No statement waits',
  done: 'No withdrawals',
  closed: 'Nothing was put aside',
}

/** What customers have withdrawn from, by what is to be done; what is due first stands first. */
function WithdrawalsPage() {
  const data = useLoaderData<Listed<ListedWithdrawal> | null>()
  const { revalidate } = useRevalidator()
  const { withdrawals, statements } = useWaiting()
  if (!data) return null
  return (
    <ListPage
      title="Withdrawals"
      list={data}
      one="withdrawal"
      next="Newer"
      notice={
        <FilterTabs
          label="Withdrawals shown"
          names={withdrawalFilterNames}
          current={data.view.state as WithdrawalState}
          address={(state) => urls.withdrawals({ state })}
          waiting={{ open: withdrawals?.count ?? 0, stated: statements?.count ?? 0 }}
        />
      }
      empty={nothing[data.view.state as WithdrawalState]}
    >
      <CardList>
        {data.rows.map((it) => (
          <li key={it._id}>
            <WithdrawalCard it={it} onChanged={() => void revalidate()} />
          </li>
        ))}
      </CardList>
    </ListPage>
  )
}

type CardProps = { it: ListedWithdrawal; onChanged: () => void }

function WithdrawalCard({ it, onChanged }: CardProps) {
  const { number, name, email, lines, state, declaredAt, refundBy, purchaseId, returns } = it
  return (
    <article className="panel grid gap-4 p-5 sm:p-6" aria-label={`Withdrawal ${number}`}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">no. {number}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {name}
            {email && (
              <>
                , <EmailAddress address={email} />
              </>
            )}
          </p>
          <p className="text-sm text-muted">
            <DateTime at={declaredAt} toTheMinute />
          </p>
        </div>
        {state === 'open' && (
          <span
            className={`chip ${isDueSoon(refundBy, new Date()) ? 'bg-danger-tint text-danger' : 'bg-warn-tint text-warn'}`}
          >
            Refund by <DayInWords day={refundBy} />
          </span>
        )}
      </header>
      {lines.length > 0 && (
        <ul className="grid gap-1">
          {lines.map((line) => (
            <li key={line.orderId}>
              {line.quantity} × {keepUnits(line.productName)}, size {line.size}
            </li>
          ))}
        </ul>
      )}
      {state === 'open' && (
        <p className="text-sm text-muted">
          It cannot be declined. A lower value by use is agreed with the customer: refund fewer pieces on the
          page of the purchase.
        </p>
      )}
      <footer className="flex flex-wrap items-center gap-2">
        {state === 'stated' && <Answer it={it} onChanged={onChanged} />}
        {[...new Set(returns.map(({ state: at }) => at))].map((at) => (
          <Link key={at} to={urls.returns({ state: at })} className="btn btn-quiet btn-small">
            Return: {returnFilterNames[at]}
          </Link>
        ))}
        {purchaseId && (
          <Link
            to={urls.purchase(purchaseId)}
            className="text-link inline-flex min-h-11 items-center text-sm"
          >
            Purchase no. {orderNumber(purchaseId)}
          </Link>
        )}
      </footer>
    </article>
  )
}

/** A statement that was made without a log-in: it may be somebody else's. */
function Answer({ it: { _id: id, purchaseId, number }, onChanged }: CardProps) {
  const [isBusy, setIsBusy] = useState(false)
  const act = (run: () => Promise<unknown>, done: string) => () => {
    if (isBusy) return
    setIsBusy(true)
    void run()
      .then(() => toast('success', done))
      .catch(toastError)
      .finally(() => {
        setIsBusy(false)
        onChanged()
      })
  }
  const params = { id }
  return (
    <>
      <p className="basis-full text-sm text-muted">
        {purchaseId
          ? 'Its account was mailed and has not confirmed it yet. What counts is when it was stated: ask its customer, and accept it if it is theirs.'
          : 'The address has no purchase of this number. Write to it, if it may be a mistake.'}
      </p>
      {purchaseId && (
        <button
          type="button"
          className="btn btn-main btn-small"
          aria-disabled={isBusy}
          onClick={act(() => authApi(withdrawalRoutes.acceptStatement, { params }), 'Withdrawn')}
        >
          Accept<span className="sr-only"> {number}</span>
        </button>
      )}
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-disabled={isBusy}
        onClick={act(() => authApi(withdrawalRoutes.closeStatement, { params }), 'Put aside')}
      >
        Put aside<span className="sr-only"> {number}</span>
      </button>
    </>
  )
}

export { WithdrawalsPage as Component }
