import { Link, useNavigate } from 'react-router'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { urls } from '~/shop/urls.ts'
import { useSession } from '../session/session.ts'
import { AccountPanel, EmailField } from '../sign-in/AccountForm.tsx'
import { MailboxHint } from '../sign-in/MailboxHint.tsx'
import { requestPasswordReset } from '../sign-in/sign-in.ts'

function ResetPasswordPage() {
  const isReady = useSession().status !== 'loading'
  const navigate = useNavigate()
  const { form, errors, isSending } = useForm({
    fields: { email: emailProblem },
    async send(typed) {
      try {
        await requestPasswordReset(typed.email)
      } catch (error) {
        return toastError(error)
      }
      toast('success', `Password reset email sent to ${normalEmail(typed.email)}`)
      await navigate(urls.home())
    },
  })
  return (
    <AccountPanel
      page="Reset Password"
      heading="Reset password"
      lead="We mail you a link to choose a new one."
    >
      <form {...form} className="grid gap-5">
        <EmailField error={errors.email} />
        <button type="submit" className="btn btn-main" disabled={!isReady} aria-disabled={isSending}>
          {isSending ? 'Sending…' : 'Send Email'}
        </button>
      </form>
      <MailboxHint />
      <p className="text-sm">
        <Link to={urls.login()} className="text-link">
          Back to login
        </Link>
      </p>
    </AccountPanel>
  )
}

export { ResetPasswordPage as Component }
