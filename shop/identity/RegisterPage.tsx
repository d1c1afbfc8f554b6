import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { call } from '~/platform/call.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { ownValidation } from '~/platform/ui/own-validation.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'
import { AccountPanel, Problem } from './AccountPanel.tsx'
import { CodeForm } from './CodeForm.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { identityUrls } from './identity-urls.ts'
import { nameProblem, passwordProblem } from './rules.ts'
import { useSession } from './session.ts'
import { useForm } from './use-form.ts'
import { register } from './ways-in.ts'
import { enterWithWelcome } from './welcome.ts'

type Registered = { name: string; email: string }

export function RegisterPage() {
  const session = useSession()
  const { state } = useLocation()
  const [registered, setRegistered] = useState<Registered>()
  const [asksForCode, setAsksForCode] = useState(false)

  if (session.status === 'signed-in') return <Navigate to={urls.home()} replace />
  if (registered) return <CheckYourMail {...registered} />
  if (asksForCode)
    return (
      <AccountPanel page="Register" heading="One more step" lead="We sent a code to your phone.">
        <CodeForm onGiveUp={() => setAsksForCode(false)} />
      </AccountPanel>
    )
  return (
    <AccountPanel page="Register" heading="Register">
      <RegisterForm onRegistered={setRegistered} onSecondFactor={() => setAsksForCode(true)} />
      <p className="text-sm">
        Already have an account?{' '}
        <Link to={urls.login()} state={state} className="text-link">
          Please login
        </Link>
      </p>
    </AccountPanel>
  )
}

type FormProps = { onRegistered: (registered: Registered) => void; onSecondFactor: () => void }

function RegisterForm({ onRegistered, onSecondFactor }: FormProps) {
  const isReady = useSession().status !== 'loading'
  const { errors, problem, setProblem, isSending, submit } = useForm({
    fields: { name: nameProblem, email: emailProblem, password: passwordProblem },
    async send(typed) {
      await register(typed)
      toast('success', `Welcome, ${typed.name}! Please check your email or spam to verify your account.`)
      onRegistered(typed)
    },
  })
  async function askForCode() {
    await call('POST', identityUrls.provider.sendCode(), { body: {} })
    onSecondFactor()
  }
  return (
    <>
      <form method="post" ref={ownValidation} onSubmit={submit} className="grid gap-5">
        <Field label="Name" name="name" autoComplete="name" error={errors.name} required />
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
          autoComplete="new-password"
          error={errors.password}
          hint="At least 8 letters and digits, with at least one of each."
          required
        />
        <button type="submit" className="btn btn-main" disabled={isSending || !isReady}>
          {isSending ? 'Registering…' : 'Register'}
        </button>
        <Problem text={problem} />
      </form>
      <GoogleButton
        onProblem={setProblem}
        onEnd={(outcome) => (outcome === 'second-factor' ? askForCode() : enterWithWelcome())}
      />
    </>
  )
}

const CheckYourMail = ({ name, email }: Registered) => (
  <AccountPanel page="Register" heading={`Welcome, ${name}!`}>
    <p role="status">
      Please check your email or spam to verify your account: the link that we sent to <b>{email}</b> works
      for 24 hours.
    </p>
    <Link to={urls.login()} className="btn btn-quiet">
      To login
    </Link>
  </AccountPanel>
)
