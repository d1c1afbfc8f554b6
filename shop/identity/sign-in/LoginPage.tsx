import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Link, Navigate, useLocation, useRouteLoaderData } from 'react-router'
import { emailProblem } from '~/platform/email.ts'
import { FormError } from '~/platform/ui/FormError.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { urls } from '~/shop/urls.ts'
import type { SecondFactorMethods } from '../contract.ts'
import type { ReturnState } from '../session/return-to.ts'
import { useReturnTo } from '../session/return-to.ts'
import { useSession } from '../session/session.ts'
import { AccountPanel, EmailField, PasswordField } from './AccountForm.tsx'
import { CodeStep } from './CodeStep.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { completeSignIn, logIn } from './sign-in.ts'

export type DemoAccount = { email: string; password: string; hint: string }

export function LoginPage({ beside }: { beside?: ReactNode }) {
  const session = useSession()
  const returnTo = useReturnTo()
  const { from } = (useLocation().state ?? {}) as Partial<ReturnState>
  const [methods, setMethods] = useState<SecondFactorMethods>()

  if (session.status === 'signed-in') return <Navigate to={returnTo(from, session.user.admin)} replace />
  if (methods) return <CodeStep page="Login" methods={methods} onGiveUp={() => setMethods(undefined)} />
  return (
    <AccountPanel page="Login" heading="Login" beside={beside}>
      <AdminPageNotice />
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

/** Why somebody who was signed in is asked to log in. */
function AdminPageNotice() {
  // The server does not know the navigation state.
  const isHydrated = useHydrated()
  const { isForAdmins } = (useLocation().state ?? {}) as Partial<ReturnState>
  if (!isHydrated || !isForAdmins) return null
  return (
    <p role="alert" className="rounded-control bg-warn-tint px-4 py-3 text-sm font-medium text-warn">
      That page is for admins. You were logged out.
    </p>
  )
}

/** In a demo everybody may use every account: one click fills it into the form above. */
function DemoAccounts() {
  const accounts = useRouteLoaderData<{ demoAccounts?: DemoAccount[] }>('root')?.demoAccounts
  const note = useRef<HTMLDivElement>(null)
  if (!accounts) return null

  function fillIn(account: DemoAccount) {
    const form = note.current?.parentElement?.querySelector('form')
    for (const name of ['email', 'password'] as const) {
      const field = form?.elements.namedItem(name) as HTMLInputElement | null
      if (!field) continue
      field.value = account[name]
      // Clears an error that the field shows.
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  return (
    <div ref={note} className="rounded-control bg-sunken p-4 text-sm text-muted">
      <p className="font-semibold text-ink">This is a demo shop: log in as anybody.</p>
      <p>One click fills in one of these accounts:</p>
      <ul className="mt-2 grid gap-2">
        {accounts.map((account) => (
          <li key={account.email} className="flex flex-wrap items-baseline gap-x-2">
            <button type="button" className="text-link" onClick={() => fillIn(account)}>
              <span className="sr-only">Fill in </span>
              {account.email}
            </button>
            <code className="text-ink">{account.password}</code>
            {account.hint}
          </li>
        ))}
      </ul>
    </div>
  )
}
