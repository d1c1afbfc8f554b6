import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import { codeProblem, phoneProblem } from '../rules.ts'
import { authApi } from '../session/auth-client.ts'
import { CodeField, PasswordAgain } from '../sign-in/AccountForm.tsx'
import { MailboxHint } from '../sign-in/MailboxHint.tsx'

type Props = {
  phone: string | null
  hasPassword: boolean
  onRecoveryCodes: (codes: string[] | undefined) => void
}

type CodeRequest = { phone?: string; password?: string }

const askForCode = (body: CodeRequest) => authApi(identityRoutes.sendPhoneCode, { body })

/** A phone that gets a code at every log-in; enrolled and removed with such a code. */
export function PhoneFactor({ phone, hasPassword, onRecoveryCodes }: Props) {
  /** The request that the last code was sent for. */
  const [sent, setSent] = useState<CodeRequest>()
  const { revalidate } = useRevalidator()

  async function confirm(code: string) {
    const input = { body: { code } }
    if (phone) await authApi(identityRoutes.removePhone, input)
    const enrolled = phone ? undefined : await authApi(identityRoutes.enrolPhone, input)
    onRecoveryCodes(enrolled?.recoveryCodes)
    toast('success', phone ? 'Your phone is removed.' : 'Your phone is enrolled.')
    setSent(undefined)
    await revalidate()
  }
  async function askToRemove() {
    try {
      await askForCode({})
      setSent({})
    } catch (error) {
      toastError(error)
    }
  }
  if (sent)
    return (
      <Confirm
        to={sent.phone ?? phone ?? ''}
        button={phone ? 'Remove phone' : 'Enrol phone'}
        onCode={confirm}
        onSendAgain={() => askForCode(sent)}
        onBack={() => setSent(undefined)}
        back={phone ? 'Keep the phone' : 'Use another number'}
      />
    )
  if (!phone) return <Enrol hasPassword={hasPassword} onSent={setSent} />
  return (
    <>
      <p className="text-muted">
        At log-in we ask for a code sent to <b className="whitespace-nowrap text-ink">{phone}</b>.
      </p>
      <button type="button" className="btn btn-quiet justify-self-start" onClick={() => void askToRemove()}>
        Remove
      </button>
    </>
  )
}

function Enrol({ hasPassword, onSent }: { hasPassword: boolean; onSent: (request: CodeRequest) => void }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { phone: phoneProblem, password: () => undefined },
    async send({ phone, password }) {
      const request = hasPassword ? { phone, password } : { phone }
      await askForCode(request)
      onSent(request)
    },
  })
  return (
    <form {...form} className="grid max-w-md gap-4">
      <p className="text-muted">Enrol your phone, and nobody can log in with your password alone.</p>
      <Field
        label="Phone for codes"
        name="phone"
        type="tel"
        autoComplete="tel"
        error={errors.phone}
        hint="With the country code, like +1 212 555 0123."
        required
      />
      {hasPassword && <PasswordAgain label="Your password" error={errors.password} />}
      <button type="submit" className="btn btn-quiet justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send code'}
      </button>
      <FormError text={problem} />
    </form>
  )
}

type ConfirmProps = {
  to: string
  button: string
  onCode: (code: string) => Promise<void>
  onSendAgain: () => Promise<unknown>
  back: string
  onBack: () => void
}

function Confirm({ to, button, onCode, onSendAgain, back, onBack }: ConfirmProps) {
  const { form, errors, problem, isSending } = useForm({
    fields: { code: codeProblem },
    send: ({ code }) => onCode(code.trim()),
  })
  async function sendAgain() {
    try {
      await onSendAgain()
      toast('success', 'A new code is on its way.')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <form {...form} className="grid max-w-md gap-4">
      <p role="status">
        We sent a 6-digit code to <b className="whitespace-nowrap">{to}</b>.
      </p>
      <CodeField error={errors.code} hint="6 digits, valid for 5 minutes." isFirst />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {button}
      </button>
      <FormError text={problem} />
      <MailboxHint isAside />
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <button type="button" className="text-link" onClick={() => void sendAgain()}>
          Send a new code
        </button>
        <button type="button" className="text-link" onClick={onBack}>
          {back}
        </button>
      </p>
    </form>
  )
}
