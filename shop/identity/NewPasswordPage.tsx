import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '~/platform/call.ts'
import { Problem } from '~/platform/ui/Problem.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { urls } from '~/shop/urls.ts'
import { NewPasswordField } from './AccountFields.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { identityUrls } from './identity-urls.ts'
import { passwordProblem } from './rules.ts'
import { useSession } from './session.ts'

/** Where the link of the reset mail leads. */
export function NewPasswordPage() {
  const isReady = useSession().status !== 'loading'
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const { form, errors, problem, isSending } = useForm({
    fields: { newPassword: passwordProblem },
    async send(typed) {
      await call('POST', identityUrls.provider.resetPassword(), { body: { ...typed, token } })
      toast('success', 'Your new password is set. Please log in with it.')
      await navigate(urls.login(), { replace: true })
    },
  })
  return (
    <AccountPanel page="New Password" heading="Choose a new password">
      <form {...form} className="grid gap-5">
        {/* Browsers want to know whose password they keep; the link does not say, so they ask. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly />
        <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} />
        <button type="submit" className="btn btn-main" disabled={!isReady} aria-disabled={isSending}>
          {isSending ? 'Saving…' : 'Save password'}
        </button>
        <Problem text={problem} />
      </form>
      <p className="text-sm">
        <Link to={urls.resetPassword()} className="text-link">
          Ask for a new link
        </Link>
      </p>
    </AccountPanel>
  )
}
