import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { ApiError, api } from '~/platform/client/api.ts'
import type { RouteResponse } from '~/platform/client/route.ts'
import { keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { urls } from '~/shop/urls.ts'
import type { WithdrawalContract } from './contract.ts'

type Statement = RouteResponse<WithdrawalContract['getStatement']>
type Data = { id: string; statement: Statement }

export async function loader({ params }: LoaderFunctionArgs): Promise<Data> {
  const id = params.id!
  try {
    return { id, statement: await api(withdrawalRoutes.getStatement, { params: { id } }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new Response(null, { status: error.status || 503 })
  }
}

/** What the link of the mail leads to: nothing is done before the button is pressed, because mail scanners open links. */
function StatementPage() {
  const { id, statement } = useLoaderData<Data>()
  const [isConfirmed, setIsConfirmed] = useState(statement.state === 'open' || statement.state === 'done')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  async function confirm() {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await api(withdrawalRoutes.confirmStatement, { params: { id } })
      setIsConfirmed(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
    setIsBusy(false)
  }
  return (
    <div className="section grid max-w-[44rem] gap-6">
      <Title page="Confirm withdrawal" />
      <h1 className="headline">Withdraw from purchase no. {statement.number}</h1>
      <div className="panel grid gap-4 p-5 sm:p-8">
        <p>
          Stated on <DateTime at={statement.declaredAt} toTheMinute />: this time counts.
        </p>
        <ul className="grid gap-1">
          {statement.pieces.map(({ orderId, productName, size, quantity }) => (
            <li key={orderId}>
              {quantity} × {keepUnits(productName)}, size {size}
            </li>
          ))}
        </ul>
        <div role="status">
          {isConfirmed && (
            <p className="font-medium text-success">
              You have withdrawn. A mail confirms it, with its date and time and what comes next.
            </p>
          )}
        </div>
        {!isConfirmed && statement.state === 'stated' && statement.pieces.length > 0 && (
          <button
            type="button"
            className="btn btn-main justify-self-start"
            aria-disabled={isBusy}
            onClick={() => void confirm()}
          >
            {isBusy ? 'Withdrawing…' : 'Confirm withdrawal'}
          </button>
        )}
        {!isConfirmed && (statement.state === 'closed' || statement.pieces.length === 0) && (
          <p>There is nothing left to confirm. Is something missing? Write to us.</p>
        )}
        <FormError text={problem} />
      </div>
      <p>
        <Link to={urls.contact()} className="text-link">
          Write to us
        </Link>
      </p>
    </div>
  )
}

export { StatementPage as Component }
