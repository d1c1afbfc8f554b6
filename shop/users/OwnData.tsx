import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '~/platform/dialogs/Dialog.tsx'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { userRoutes } from '~/shop/account-routes.ts'
import { authApi, fetchAs, logOut } from '~/shop/identity/session/auth-client.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { PasswordField } from '~/shop/identity/sign-in/AccountForm.tsx'
import { urls } from '~/shop/urls.ts'

/** Download of the user's personal data, and deletion of the account. */
export function OwnData() {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : undefined
  return (
    <section aria-labelledby="own-data" className="panel grid gap-4 p-6 sm:p-8">
      <h2 id="own-data" className="text-[22px]">
        Your data
      </h2>
      <p className="text-muted">
        Everything we hold on you, in one file: profile, log-ins, orders, payments, reviews and messages.
        {user?.role === 'admin' && ' Admins cannot delete themselves: another admin can.'}
        {(user?.role === 'packer' || user?.role === 'editor') && ' An admin deletes the accounts of staff.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <DownloadButton
          download={() => fetchAs(userRoutes.exportMyData)}
          text="Download my data"
          busy="Collecting…"
        />
        {user?.role === 'user' && <DeleteAccount email={user.email} />}
      </div>
    </section>
  )
}

function DeleteAccount({ email }: { email: string }) {
  const [account, setAccount] = useState<{ hasPassword: boolean }>()
  const isDeleted = useRef(false)
  const navigate = useNavigate()
  const deletion = useForm({
    fields: { password: () => undefined, withReviews: () => undefined },
    async send({ password, withReviews }) {
      const body = { ...(password && { password }), ...(withReviews && { withReviews: true }) }
      await authApi(userRoutes.deleteMyAccount, { body })
      isDeleted.current = true
      await navigate(urls.home())
    },
  })
  // After this page is unmounted: its guard would redirect to the log-in.
  useEffect(
    () => () => {
      if (isDeleted.current) void logOut().then(() => toast('success', 'Your account is deleted.'))
    },
    [],
  )
  async function openDialog() {
    try {
      setAccount(await authApi(userRoutes.getMyAccount))
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={() => void openDialog()}>
        Delete my account
      </button>
      {account && (
        <Dialog
          onClose={deletion.isSending ? undefined : () => setAccount(undefined)}
          title="Are you sure?"
          actions={
            <>
              <button
                type="button"
                className="btn btn-quiet"
                aria-disabled={deletion.isSending}
                onClick={() => deletion.isSending || setAccount(undefined)}
              >
                Keep it
              </button>
              <button
                type="submit"
                form="delete-account"
                className="btn btn-danger"
                aria-disabled={deletion.isSending}
              >
                {deletion.isSending ? 'Deleting…' : 'Yes, delete it!'}
              </button>
            </>
          }
        >
          <p>You won't be able to revert this!</p>
          <p>Unpaid orders are cancelled. Paid ones stay in our books, without your name and address.</p>
          <form id="delete-account" {...deletion.form} className="mt-4 grid gap-3 text-left">
            {account.hasPassword && (
              <>
                {/* Also tells password managers whose password it is. */}
                <Field
                  label="Your account"
                  name="email"
                  type="email"
                  autoComplete="username"
                  value={email}
                  readOnly
                />
                <PasswordField
                  label="Your password"
                  name="password"
                  autoComplete="current-password"
                  error={deletion.errors.password}
                />
              </>
            )}
            <label className="flex min-h-11 items-center gap-3 text-sm">
              <input type="checkbox" name="withReviews" className="size-5 flex-none accent-accent" />
              <span>Delete my reviews, too. Without that they stay, without my name.</span>
            </label>
            <FormError text={deletion.problem} />
          </form>
        </Dialog>
      )}
    </>
  )
}
