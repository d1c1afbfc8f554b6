import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import { passwordProblem } from '../rules.ts'
import { authApi } from '../session/auth-client.ts'
import { NewPasswordField, PasswordField } from '../sign-in/AccountForm.tsx'

type Props = { email: string; hasPassword: boolean }

/** Also sets the first password of a user who has logged in with Google only. */
export function ChangePassword({ email, hasPassword }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="password" className="panel grid gap-4 p-6 sm:p-8">
      <h2 id="password" className="text-[22px]">
        Password
      </h2>
      {isOpen ? (
        <PasswordForm email={email} hasPassword={hasPassword} onEnd={() => setIsOpen(false)} />
      ) : (
        <>
          <p className="text-muted">
            {hasPassword
              ? 'A new password signs you out everywhere but here.'
              : 'You have no password here yet: you log in with Google.'}
          </p>
          <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setIsOpen(true)}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </button>
        </>
      )}
    </section>
  )
}

function PasswordForm({ email, hasPassword, onEnd }: Props & { onEnd: () => void }) {
  const { revalidate } = useRevalidator()
  const { form, errors, problem, isSending } = useForm({
    fields: {
      password: (typed) => (typed || !hasPassword ? undefined : 'Your password is required'),
      newPassword: passwordProblem,
    },
    async send({ password, newPassword }) {
      await authApi(identityRoutes.changePassword, {
        body: { newPassword, ...(hasPassword && { password }) },
      })
      toast('success', 'Your new password is set.')
      onEnd()
      await revalidate()
    },
  })
  return (
    <form {...form} aria-label="Password" className="grid max-w-md gap-4">
      {/* Tells password managers whose password it is. */}
      <Field label="Your account" name="email" type="email" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <PasswordField
          label="Current password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
      )}
      <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Saving…' : 'Save password'}
        </button>
        <button type="button" className="btn btn-quiet" onClick={onEnd}>
          Cancel
        </button>
      </div>
      <FormError text={problem} />
    </form>
  )
}
