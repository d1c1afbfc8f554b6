import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { ApiError, api } from '~/platform/client/api.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { providerRoutes } from '~/shop/account-routes.ts'
import { urls } from '~/shop/urls.ts'
import { useReturnTo } from '../session/return-to.ts'
import { useSession } from '../session/session.ts'
import { AccountPanel, PasswordField } from '../sign-in/AccountForm.tsx'
import { linkState, signInWithWelcome } from '../sign-in/sign-in.ts'

type Outcome = 'signed-in' | 'asks-for-password'

/** The page that the visitor came from, by the token of the link. */
const returnToByLink = new Map<string, string>()

/** The link works once, so it is used once, however often this page renders. */
const opened = new Map<string, Promise<Outcome>>()
function open(token: string) {
  const opening = opened.get(token) ?? openOnce(token)
  opened.set(token, opening)
  return opening
}

async function openOnce(token: string): Promise<Outcome> {
  if ((await linkState('verify-email', token)) === 'password') return 'asks-for-password'
  await verify({ token })
  return 'signed-in'
}

async function verify(input: { token: string; password?: string }) {
  const answer = await api(providerRoutes.verifyEmail, { body: input })
  if (answer.returnTo) returnToByLink.set(input.token, answer.returnTo)
  await signInWithWelcome()
}

/** The page behind the link of the registration mail. */
function VerifyEmailPage() {
  const session = useSession()
  const returnTo = useReturnTo()
  const token = useLocation().hash.slice(1)
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    open(token).then(setOutcome, (error: Error) => setProblem(error.message))
  }, [token])

  if (session.status === 'signed-in') {
    const from = returnToByLink.get(token)
    return <Navigate to={from ? returnTo(from, session.user.role) : urls.dashboard()} replace />
  }
  return (
    <AccountPanel page="Verify Email" heading="Verify your account">
      {outcome === 'asks-for-password' && <PasswordForm token={token} />}
      {!outcome && !problem && (
        <p role="status" className="text-muted">
          One moment…
        </p>
      )}
      <FormError text={problem} />
      {problem && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Link to={urls.login()} className="btn btn-quiet">
            Log in
          </Link>
          <Link to={urls.register()} className="btn btn-quiet">
            Register again
          </Link>
        </div>
      )}
    </AccountPanel>
  )
}

/** In another browser than the one that registered: the link alone may have been caused by a stranger. */
function PasswordForm({ token }: { token: string }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { password: (typed) => (typed ? undefined : 'Password is required') },
    async send({ password }) {
      try {
        await verify({ token, password })
      } catch (error) {
        if (!(error instanceof ApiError) || error.reason !== 'wrong_registration_password') throw error
        const { status, reason, message } = error
        throw new ApiError(status, reason, message, { password: message })
      }
    },
  })
  return (
    <>
      <p>
        You registered in another browser. Type the password that you chose there, and your account is ready.
      </p>
      <form {...form} className="grid gap-5">
        <input type="text" name="username" autoComplete="username" hidden readOnly />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Verifying…' : 'Verify account'}
        </button>
        <FormError text={problem} />
      </form>
      <p className="text-sm">
        You did not register, or do not know that password?{' '}
        <Link to={urls.register()} className="text-link">
          Start over with a password of your own
        </Link>
      </p>
    </>
  )
}

export { VerifyEmailPage as Component }
