import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '~/platform/client/api.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import { urls } from '~/shop/urls.ts'
import { linkExpired, passwordProblem } from '../rules.ts'
import { useSession } from '../session/session.ts'
import { AccountPanel, NewPasswordField } from '../sign-in/AccountForm.tsx'
import { linkState } from '../sign-in/sign-in.ts'

/** The page behind the link of the reset mail. It says that a link no longer works before anything is typed. */
function NewPasswordPage() {
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<'asking' | 'ready' | 'gone'>('asking')
  useEffect(() => {
    let isMounted = true
    linkState('new-password', token).then(
      (found) => isMounted && setState(found === 'gone' ? 'gone' : 'ready'),
      // Unknown for now; the form will report it.
      () => isMounted && setState('ready'),
    )
    return () => {
      isMounted = false
    }
  }, [token])
  return (
    <AccountPanel page="New Password" heading="Choose a new password">
      {state === 'asking' && (
        <p role="status" className="text-muted">
          One moment…
        </p>
      )}
      {state === 'ready' && <NewPasswordForm token={token} />}
      <FormError text={state === 'gone' ? linkExpired : undefined} />
      <p className="text-sm">
        <Link to={urls.resetPassword()} className={state === 'gone' ? 'btn btn-main' : 'text-link'}>
          Ask for a new link
        </Link>
      </p>
    </AccountPanel>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const isReady = useSession().status !== 'loading'
  const navigate = useNavigate()
  const { form, errors, problem, isSending } = useForm({
    fields: { newPassword: passwordProblem },
    async send(typed) {
      await api(identityRoutes.resetPassword, { body: { ...typed, token } })
      toast('success', 'Your new password is set. Please log in with it.')
      await navigate(urls.login(), { replace: true })
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {/* Password managers store the password for this user; the link does not say whose it is, so they ask. */}
      <input type="text" name="username" autoComplete="username" hidden readOnly />
      <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} />
      <button type="submit" className="btn btn-main" disabled={!isReady} aria-disabled={isSending}>
        {isSending ? 'Saving…' : 'Save password'}
      </button>
      <FormError text={problem} />
    </form>
  )
}

export { NewPasswordPage as Component }
