import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { emailProblem } from '~/platform/email.ts'
import { FormError } from '~/platform/ui/FormError.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { urls } from '~/shop/urls.ts'
import type { SecondFactorMethods } from '../contract.ts'
import { useSession } from '../session/session.ts'
import { EmailField, PasswordField } from './AccountFields.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { CodeStep } from './CodeStep.tsx'
import { completeSignIn } from './complete-sign-in.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import type { CameFrom } from './return-to.ts'
import { returnTo } from './return-to.ts'
import { SentAway } from './SentAway.tsx'
import { logIn } from './sign-in-methods.ts'

export function LoginPage({ beside }: { beside?: ReactNode }) {
  const session = useSession()
  const { from } = (useLocation().state ?? {}) as Partial<CameFrom>
  const [methods, setMethods] = useState<SecondFactorMethods>()

  if (session.status === 'signed-in') return <Navigate to={returnTo(from, session.user.admin)} replace />
  if (methods) return <CodeStep page="Login" methods={methods} onGiveUp={() => setMethods(undefined)} />
  return (
    <AccountPanel page="Login" heading="Login" beside={beside}>
      <SentAway />
      <LoginForm onSecondFactor={setMethods} />
      <DemoAccounts />
      <p className="text-sm">
        New to Car Parts?{' '}
        <Link to={urls.register()} state={from && { from }} className="text-link">
          Create an account
        </Link>
      </p>
    </AccountPanel>
  )
}

function LoginForm({ onSecondFactor }: { onSecondFactor: (methods: SecondFactorMethods) => void }) {
  const isReady = useSession().status !== 'loading'
  const { form, errors, problem, setProblem, isSending } = useForm({
    fields: { email: emailProblem, password: (typed) => (typed ? undefined : 'Password is required') },
    send: async (typed) => completeSignIn(await logIn(typed), onSecondFactor),
  })
  return (
    <>
      <form {...form} className="grid gap-5">
        <EmailField error={errors.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <Link to={urls.resetPassword()} className="text-link justify-self-start text-sm">
          Forgot password?
        </Link>
        <button type="submit" className="btn btn-main" disabled={!isReady} aria-disabled={isSending}>
          {isSending ? 'Logging in…' : 'Login'}
        </button>
        <FormError text={problem} />
      </form>
      <GoogleButton onProblem={setProblem} onEnd={(outcome) => completeSignIn(outcome, onSecondFactor)} />
    </>
  )
}
