import { encodeQR } from 'qr'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import { codeProblem } from '../rules.ts'
import { authApi } from '../session/auth-client.ts'
import { CodeField, PasswordAgain } from '../sign-in/AccountForm.tsx'

type Props = {
  isSetUp: boolean
  hasPassword: boolean
  onRecoveryCodes: (codes: string[] | undefined) => void
}
type Setup = { secret: string; uri: string }

/** An authenticator app, which shows a new code every thirty seconds. */
export function AppFactor({ isSetUp, hasPassword, onRecoveryCodes }: Props) {
  const [setup, setSetup] = useState<Setup>()
  const [isRemoving, setIsRemoving] = useState(false)
  const { revalidate } = useRevalidator()
  async function end(notice: string, codes?: string[]) {
    toast('success', notice)
    setSetup(undefined)
    setIsRemoving(false)
    onRecoveryCodes(codes)
    await revalidate()
  }
  return (
    <div className="grid gap-4">
      <h3 className="text-[17px]">Authenticator app</h3>
      {isSetUp ? (
        <>
          <p className="text-muted">At log-in we ask for the code that your app shows.</p>
          {isRemoving ? (
            <Remove
              hasPassword={hasPassword}
              onRemoved={() => end('Your app is removed.')}
              onBack={() => setIsRemoving(false)}
            />
          ) : (
            <button
              type="button"
              className="btn btn-quiet justify-self-start"
              onClick={() => setIsRemoving(true)}
            >
              Remove app
            </button>
          )}
        </>
      ) : setup ? (
        <Confirm setup={setup} onDone={(codes) => end('Your app is set up.', codes)} />
      ) : (
        <Begin hasPassword={hasPassword} onBegun={setSetup} />
      )}
    </div>
  )
}

function Begin({ hasPassword, onBegun }: { hasPassword: boolean; onBegun: (setup: Setup) => void }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { password: () => undefined },
    async send({ password }) {
      const body = hasPassword ? { password } : {}
      onBegun(await authApi(identityRoutes.beginAuthenticator, { body }))
    },
  })
  return (
    <form {...form} aria-label="Authenticator app" className="grid max-w-md gap-4">
      <p className="text-muted">
        An app on your phone shows a code that is asked for at log-in. It needs no network.
      </p>
      {hasPassword && <PasswordAgain label="Password for the app" error={errors.password} />}
      <button type="submit" className="btn btn-quiet justify-self-start" aria-disabled={isSending}>
        Set up an app
      </button>
      <FormError text={problem} />
    </form>
  )
}

function Confirm({ setup, onDone }: { setup: Setup; onDone: (codes?: string[]) => Promise<void> }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { code: codeProblem },
    async send({ code }) {
      const body = { code: code.trim() }
      const { recoveryCodes } = await authApi(identityRoutes.confirmAuthenticator, { body })
      await onDone(recoveryCodes)
    },
  })
  return (
    <form {...form} className="grid max-w-md gap-4">
      <p>Scan this with the app on your phone:</p>
      <QrCode text={setup.uri} label="The key for your authenticator app" />
      <p>
        <a href={setup.uri} className="text-link">
          Open your authenticator app
        </a>{' '}
        on this device, or type this key into it:
      </p>
      <p className="font-mono" translate="no">
        {setup.secret.match(/.{4}/g)?.join(' ')}
      </p>
      <CodeField error={errors.code} hint="The 6 digits that the app shows." isFirst />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        Confirm app
      </button>
      <FormError text={problem} />
    </form>
  )
}

/** So many pixels wide is each square: whole ones on every screen, or some would come out wider than others. */
const squarePx = 4

/** Dark on white in both themes, because not every app reads light on dark. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      width={rows.length * squarePx}
      height={rows.length * squarePx}
      className="rounded-control bg-white text-black"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  )
}

type RemoveProps = { hasPassword: boolean; onRemoved: () => Promise<void>; onBack: () => void }

function Remove({ hasPassword, onRemoved, onBack }: RemoveProps) {
  const { form, errors, problem, isSending } = useForm({
    fields: { password: () => undefined, code: (typed) => (typed.trim() ? undefined : 'Code is required') },
    async send({ password, code }) {
      await authApi(identityRoutes.removeAuthenticator, { body: { code, ...(hasPassword && { password }) } })
      await onRemoved()
    },
  })
  return (
    <form {...form} aria-label="Remove app" className="grid max-w-md gap-4">
      {hasPassword && <PasswordAgain label="Password for the app" error={errors.password} />}
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        maxLength={20}
        error={errors.code}
        hint="The 6 digits of the app, or a recovery code."
        required
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          Remove app
        </button>
        <button type="button" className="btn btn-quiet" onClick={onBack}>
          Keep the app
        </button>
      </div>
      <FormError text={problem} />
    </form>
  )
}
