import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { call } from '~/platform/call.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { ownValidation } from '~/platform/ui/own-validation.ts'
import { urls } from '~/shop/urls.ts'
import { AccountPanel, Problem } from './AccountPanel.tsx'
import { CodeForm } from './CodeForm.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import type { PopupOutcome } from './google-popup.ts'
import { identityUrls } from './identity-urls.ts'
import { useSession } from './session.ts'
import { useForm } from './use-form.ts'
import type { CameFrom } from './way-back.ts'
import { wayBack } from './way-back.ts'
import { logIn } from './ways-in.ts'
import { enterWithWelcome } from './welcome.ts'

export function LoginPage() {
  const session = useSession()
  const { from } = (useLocation().state ?? {}) as Partial<CameFrom>
  const [asksForCode, setAsksForCode] = useState(false)

  if (session.status === 'signed-in') return <Navigate to={wayBack(from, session.user.admin)} replace />
  if (asksForCode)
    return (
      <AccountPanel page="Login" heading="One more step" lead="We sent a code to your phone.">
        <CodeForm onGiveUp={() => setAsksForCode(false)} />
      </AccountPanel>
    )
  return (
    <AccountPanel page="Login" heading="Login">
      <LoginForm onSecondFactor={() => setAsksForCode(true)} />
      <p className="text-sm">
        New to Car Parts?{' '}
        <Link to={urls.register()} state={from && { from }} className="text-link">
          Create an account
        </Link>
      </p>
    </AccountPanel>
  )
}

function LoginForm({ onSecondFactor }: { onSecondFactor: () => void }) {
  const isReady = useSession().status !== 'loading'
  const { errors, problem, setProblem, isSending, submit } = useForm({
    fields: { email: emailProblem, password: (typed) => (typed ? undefined : 'Password is required') },
    async send(typed) {
      await goOn(await logIn(typed))
    },
  })
  async function goOn(outcome: PopupOutcome) {
    if (outcome === 'signed-in') return enterWithWelcome()
    await call('POST', identityUrls.provider.sendCode(), { body: {} })
    onSecondFactor()
  }
  return (
    <>
      <form method="post" ref={ownValidation} onSubmit={submit} className="grid gap-5">
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          error={errors.email}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
          required
        />
        <Link to={urls.resetPassword()} className="text-link justify-self-start text-sm">
          Forgot password?
        </Link>
        <button type="submit" className="btn btn-main" disabled={isSending || !isReady}>
          {isSending ? 'Logging in…' : 'Login'}
        </button>
        <Problem text={problem} />
      </form>
      <GoogleButton onProblem={setProblem} onEnd={goOn} />
    </>
  )
}
