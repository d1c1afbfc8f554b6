import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { Problem } from '~/platform/ui/Problem.tsx'
import { toastProblem } from '~/platform/ui/toast-problem.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { CodeField } from './AccountFields.tsx'
import { callAs } from './entering.ts'
import { identityUrls } from './identity-urls.ts'
import { MailboxHint } from './MailboxHint.tsx'
import { codeProblem, phoneProblem } from './rules.ts'

/** A phone that is asked for a code at every log-in: enrolled and removed by such a code, too. */
export function SecondFactor({ phone }: { phone: string | null }) {
  const [codeSent, setCodeSent] = useState(false)
  const { revalidate } = useRevalidator()

  async function confirm(code: string) {
    if (phone) await callAs('POST', identityUrls.api.removeSecondFactor(), { code })
    else await callAs('PUT', identityUrls.api.secondFactor(), { code })
    toast('success', phone ? 'Your phone is removed.' : 'Your phone is enrolled.')
    setCodeSent(false)
    await revalidate()
  }
  async function askToRemove() {
    try {
      await callAs('POST', identityUrls.api.secondFactorCode(), {})
      setCodeSent(true)
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <section aria-labelledby="second-factor" className="panel grid gap-4 p-6 sm:p-8">
      <h2 id="second-factor" className="text-[22px]">
        Second factor
      </h2>
      <p className="text-muted">
        {phone ? (
          <>
            At log-in we ask for a code sent to <b className="whitespace-nowrap text-ink">{phone}</b>.
          </>
        ) : (
          'Enrol your phone, and nobody can log in with your password alone.'
        )}
      </p>
      {codeSent && <Confirm button={phone ? 'Remove phone' : 'Enrol phone'} onCode={confirm} />}
      {codeSent && <MailboxHint isAside />}
      {!codeSent && !phone && <Enrol onSent={() => setCodeSent(true)} />}
      {!codeSent && phone && (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={() => void askToRemove()}>
          Remove
        </button>
      )}
    </section>
  )
}

function Enrol({ onSent }: { onSent: () => void }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { phone: phoneProblem },
    async send(typed) {
      await callAs('POST', identityUrls.api.secondFactorCode(), typed)
      onSent()
    },
  })
  return (
    <form {...form} className="grid max-w-md gap-4">
      <Field
        label="Phone for codes"
        name="phone"
        type="tel"
        autoComplete="tel"
        error={errors.phone}
        hint="With the country code, like +1 212 555 0123."
        required
      />
      <button type="submit" className="btn btn-quiet justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send code'}
      </button>
      <Problem text={problem} />
    </form>
  )
}

function Confirm({ button, onCode }: { button: string; onCode: (code: string) => Promise<void> }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { code: codeProblem },
    send: ({ code }) => onCode(code.trim()),
  })
  return (
    <form {...form} className="grid max-w-md gap-4">
      <CodeField error={errors.code} hint="We sent you a 6-digit code." />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {button}
      </button>
      <Problem text={problem} />
    </form>
  )
}
