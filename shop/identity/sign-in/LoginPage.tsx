import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Link, Navigate, useLocation, useRouteLoaderData } from 'react-router'
import { emailProblem } from '~/platform/email.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { urls } from '~/shop/urls.ts'
import type { ReturnToState } from '../session/return-to.ts'
import { useReturnTo } from '../session/return-to.ts'
import { useSession } from '../session/session.ts'
import { AccountPanel, EmailField, PasswordField } from './AccountForm.tsx'
import { CodeStep } from './CodeStep.tsx'
import type { SecondFactorMethods } from './contract.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { completeSignIn, logIn } from './sign-in.ts'

export type DemoAccount = { email: string; password: string; hint: string }

type Props = {
  beside?: ReactNode
  /** Where the page is more than the log-in. */
  page?: string
  description?: string
}

/** Beside a part the log-in is the second thing to do. */
export function LoginPage({ beside, page = 'Login', description }: Props) {
  const session = useSession()
  const returnTo = useReturnTo()
  const { from } = (useLocation().state ?? {}) as Partial<ReturnToState>
  const [methods, setMethods] = useState<SecondFactorMethods>()

  if (session.status === 'signed-in') return <Navigate to={returnTo(from, session.user.role)} replace />
  if (methods) return <CodeStep page="Login" methods={methods} onGiveUp={() => setMethods(undefined)} />
  const isMain = !beside
  return (
    <AccountPanel
      page={page}
      description={description}
      heading="Login"
      {...(beside && { beside, lead: whyBeside })}
    >
      <AdminPageNotice />
      <LoginForm onSecondFactor={setMethods} from={from} isMain={isMain} />
      <DemoAccounts isFolded={!isMain} />
    </AccountPanel>
  )
}

const whyBeside =
  'Log in or register to order this part at once. Or add it to the cart first, and log in when you check out.'

type FormProps = {
  onSecondFactor: (methods: SecondFactorMethods) => void
  from: string | undefined
  isMain: boolean
}

function LoginForm({ onSecondFactor, from, isMain }: FormProps) {
  const isReady = useSession().status !== 'loading'
  const { form, errors, problem, setProblem, isSending } = useForm({
    fields: { email: emailProblem, password: (typed) => (typed ? undefined : 'Password is required') },
    send: async (typed) => completeSignIn(await logIn(typed), onSecondFactor),
  })
  return (
    <>
      <form {...form} className="grid gap-4">
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
        <div className="grid grid-cols-2 gap-2.5">
          <button
            type="submit"
            className={`btn ${isMain ? 'btn-main' : 'btn-ink'}`}
            disabled={!isReady}
            aria-disabled={isSending}
          >
            {isSending ? 'Logging in…' : 'Login'}
          </button>
          <Link to={urls.register()} state={from && { from }} className="btn btn-quiet">
            Register
          </Link>
        </div>
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
  const { isForStaff } = (useLocation().state ?? {}) as Partial<ReturnToState>
  if (!isHydrated || !isForStaff) return null
  return (
    <p role="alert" className="rounded-control bg-warn-tint px-4 py-3 text-sm font-medium text-warn">
      That page is for admins. You were logged out.
    </p>
  )
}

/** In a demo everybody may use every account: one click fills it into the form above. */
function DemoAccounts({ isFolded }: { isFolded: boolean }) {
  const accounts = useRouteLoaderData<{ demoAccounts?: DemoAccount[] }>('root')?.demoAccounts
  const note = useRef<HTMLDetailsElement>(null)
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
    <details
      ref={note}
      open={!isFolded}
      className="rounded-control bg-sunken px-4 text-sm text-muted open:pb-4"
    >
      <summary className="text-link cursor-pointer py-3">Demo shop: log in as anybody</summary>
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
    </details>
  )
}
