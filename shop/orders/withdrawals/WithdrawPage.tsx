import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, Navigate } from 'react-router'
import { api } from '~/platform/client/api.ts'
import { apiContext } from '~/platform/client/api-context.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError, FormOutcome } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { longestName } from '~/shop/identity/rules.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { businessRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { longestNumber } from './withdrawal-rules.ts'

/** Only while the owner lets customers withdraw. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { data } = await context.get(apiContext)(businessRoutes.getBusiness)
  if (data.returns.days === '0') throw new Response(null, { status: 404 })
  return null
}

/** For everybody: who is signed in chooses the purchase from the own ones. */
export function Component() {
  const session = useSession()
  if (session.status === 'signed-in') return <Navigate to={urls.myWithdrawals()} replace />
  return (
    <div className="section grid max-w-[44rem] gap-6">
      <Title
        page="Withdraw from contract"
        description="Withdraw from a purchase without a reason: with your account, or with its number and your address."
      />
      <h1 className="headline">Withdraw from contract</h1>
      <p className="lead">
        As long as it is your right you may withdraw from a purchase without giving a reason.{' '}
        <Link to={urls.login()} state={{ from: urls.myWithdrawals() }} className="text-link">
          Log in
        </Link>{' '}
        to choose its parts, or tell us which purchase it is.
      </p>
      <StatementForm />
    </div>
  )
}

const thanks =
  'We have your statement, with its date and time. If we know a purchase of this address by this number, its account gets a mail now in which you confirm it.'

function StatementForm() {
  const [isStated, setIsStated] = useState(false)
  const { form, errors, problem, isSending } = useForm({
    fields: {
      name: (typed: string) => (typed.trim() ? undefined : 'Name is required'),
      number: (typed: string) => (typed.trim() ? undefined : 'Purchase number is required'),
      email: emailProblem,
    },
    async send(body) {
      await api(withdrawalRoutes.stateWithdrawal, { body })
      setIsStated(true)
    },
  })
  if (isStated)
    return (
      <p role="status" className="panel p-6 font-medium text-success">
        {thanks}
      </p>
    )
  return (
    <form
      {...form}
      action={urls.withdraw()}
      className="panel grid gap-5 p-5 sm:p-8"
      aria-label="Your statement"
    >
      <FormOutcome
        name="stated"
        yes={thanks}
        no="Your statement was not sent. Check the fields and try again."
      />
      <p>I withdraw from the contract of this purchase:</p>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={longestName}
        required
        error={errors.name}
      />
      <Field
        label="Purchase number"
        name="number"
        maxLength={longestNumber}
        required
        autoComplete="off"
        error={errors.number}
        hint="Eight letters and digits: in the mails about it, and on its page."
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errors.email}
        hint="Of the account with which you bought it. There we confirm it."
      />
      <FormError text={problem} />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Confirm withdrawal'}
      </button>
    </form>
  )
}
