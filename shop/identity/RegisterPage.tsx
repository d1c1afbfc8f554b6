import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { emailProblem } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { Problem } from '~/platform/ui/Problem.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { urls } from '~/shop/urls.ts'
import { EmailField, NewPasswordField } from './AccountFields.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { CodeStep } from './CodeStep.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { MailboxHint } from './MailboxHint.tsx'
import { nameProblem, passwordProblem } from './rules.ts'
import { useSession } from './session.ts'
import { register } from './ways-in.ts'
import { goOn } from './welcome.ts'

type Registered = { name: string; email: string }

export function RegisterPage() {
  const session = useSession()
  const { state } = useLocation()
  const [registered, setRegistered] = useState<Registered>()
  const [asksForCode, setAsksForCode] = useState(false)

  if (session.status === 'signed-in') return <Navigate to={urls.home()} replace />
  if (registered) return <CheckYourMail {...registered} />
  if (asksForCode) return <CodeStep page="Register" onGiveUp={() => setAsksForCode(false)} />
  return (
    <AccountPanel page="Register" heading="Register">
      <RegisterForm onRegistered={setRegistered} onSecondFactor={() => setAsksForCode(true)} />
      <p className="text-sm">
        Already have an account?{' '}
        <Link to={urls.login()} state={state} className="text-link">
          Log in
        </Link>
      </p>
    </AccountPanel>
  )
}

type FormProps = { onRegistered: (registered: Registered) => void; onSecondFactor: () => void }

function RegisterForm({ onRegistered, onSecondFactor }: FormProps) {
  const isReady = useSession().status !== 'loading'
  const { form, errors, problem, setProblem, isSending } = useForm({
    fields: { name: nameProblem, email: emailProblem, password: passwordProblem },
    async send(typed) {
      await register(typed)
      toast('success', `Welcome, ${typed.name}! Please check your email or spam to verify your account.`)
      onRegistered(typed)
    },
  })
  return (
    <>
      <form {...form} className="grid gap-5">
        <Field label="Name" name="name" autoComplete="name" error={errors.name} required />
        <EmailField error={errors.email} />
        <NewPasswordField label="Password" name="password" error={errors.password} />
        <button type="submit" className="btn btn-main" disabled={!isReady} aria-disabled={isSending}>
          {isSending ? 'Registering…' : 'Register'}
        </button>
        <Problem text={problem} />
      </form>
      <GoogleButton onProblem={setProblem} onEnd={(outcome) => goOn(outcome, onSecondFactor)} />
    </>
  )
}

const CheckYourMail = ({ name, email }: Registered) => (
  <AccountPanel page="Register" heading={`Welcome, ${name}!`}>
    <p role="status">
      Please check your email or spam to verify your account: the link that we sent to <b>{email}</b> works
      for 24 hours.
    </p>
    <MailboxHint />
    <Link to={urls.login()} className="btn btn-quiet">
      Log in
    </Link>
  </AccountPanel>
)
