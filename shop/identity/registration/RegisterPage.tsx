import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { urls } from '~/shop/urls.ts'
import { nameProblem, passwordProblem } from '../rules.ts'
import type { ReturnToState } from '../session/return-to.ts'
import { useReturnTo } from '../session/return-to.ts'
import { useSession } from '../session/session.ts'
import { AccountPanel, EmailField, NewPasswordField } from '../sign-in/AccountForm.tsx'
import { CodeStep } from '../sign-in/CodeStep.tsx'
import type { SecondFactorMethods } from '../sign-in/contract.ts'
import { GoogleButton } from '../sign-in/GoogleButton.tsx'
import { MailboxHint } from '../sign-in/MailboxHint.tsx'
import { completeSignIn, sendRegistration } from '../sign-in/sign-in.ts'

type Registered = { name: string; email: string; password: string; returnTo: string | undefined }

function RegisterPage() {
  const session = useSession()
  const returnTo = useReturnTo()
  const { state } = useLocation()
  const { from } = (state ?? {}) as Partial<ReturnToState>
  const [registered, setRegistered] = useState<Registered>()
  const [methods, setMethods] = useState<SecondFactorMethods>()

  if (session.status === 'signed-in')
    return <Navigate to={from ? returnTo(from, session.user.role) : urls.home()} replace />
  if (registered) return <CheckYourMail registered={registered} />
  if (methods) return <CodeStep page="Register" methods={methods} onGiveUp={() => setMethods(undefined)} />
  return (
    <AccountPanel page="Register" heading="Register">
      <RegisterForm from={from} onRegistered={setRegistered} onSecondFactor={setMethods} />
      <p className="text-sm">
        Already have an account?{' '}
        <Link to={urls.login()} state={state} className="text-link">
          Log in
        </Link>
      </p>
    </AccountPanel>
  )
}

type FormProps = {
  from: string | undefined
  onRegistered: (registered: Registered) => void
  onSecondFactor: (methods: SecondFactorMethods) => void
}

function RegisterForm({ from, onRegistered, onSecondFactor }: FormProps) {
  const isReady = useSession().status !== 'loading'
  const { form, errors, problem, setProblem, isSending } = useForm({
    fields: { name: nameProblem, email: emailProblem, password: passwordProblem },
    async send(typed) {
      const registration = { ...typed, returnTo: from }
      await sendRegistration(registration)
      toast('success', `Welcome, ${typed.name}! Please check your email or spam to verify your account.`)
      onRegistered(registration)
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
        <FormError text={problem} />
      </form>
      <GoogleButton onProblem={setProblem} onEnd={(outcome) => completeSignIn(outcome, onSecondFactor)} />
    </>
  )
}

function CheckYourMail({ registered }: { registered: Registered }) {
  const { name, email, returnTo } = registered
  const [isSending, setIsSending] = useState(false)
  async function sendAgain() {
    setIsSending(true)
    try {
      await sendRegistration(registered)
      toast('success', `We sent the link to ${normalEmail(email)} again. Earlier links work, too.`)
    } catch (error) {
      toastError(error)
    } finally {
      setIsSending(false)
    }
  }
  return (
    <AccountPanel page="Register" heading={`Welcome, ${name}!`}>
      <p role="status">
        Please check your email or spam to verify your account: the link that we sent to <b>{email}</b> works
        for 24 hours. In this browser one click is enough; elsewhere it asks for your password.
      </p>
      <MailboxHint />
      <div className="grid gap-3 sm:grid-cols-2">
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={isSending}
          onClick={() => void (isSending || sendAgain())}
        >
          {isSending ? 'Sending…' : 'Send again'}
        </button>
        <Link to={urls.login()} state={returnTo && { from: returnTo }} className="btn btn-quiet">
          Log in
        </Link>
      </div>
    </AccountPanel>
  )
}

export { RegisterPage as Component }
