import { useState } from 'react'
import { api } from '~/platform/client/api.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { providerRoutes } from '~/shop/account-routes.ts'
import { codeProblem, recoveryCodeProblem } from '../rules.ts'
import { AccountPanel, CodeField } from './AccountForm.tsx'
import type { SecondFactorMethods } from './contract.ts'
import { MailboxHint } from './MailboxHint.tsx'
import { signInWithWelcome } from './sign-in.ts'

type Props = { page: string; methods: SecondFactorMethods; onGiveUp: () => void }
type Method = 'app' | 'phone' | 'recovery'

const leads: Record<Method, string> = {
  app: 'Type the code that your authenticator app shows.',
  phone: 'We sent a code to your phone.',
  recovery: 'Type one of your recovery codes. Each works once.',
}
const checks = {
  app: providerRoutes.checkAppCode,
  phone: providerRoutes.checkCode,
  recovery: providerRoutes.checkRecoveryCode,
}

/** The second step of a log-in: a code of the app, a code sent to the phone, or a recovery code. */
export function CodeStep({ page, methods, onGiveUp }: Props) {
  const [method, setMethod] = useState<Method>(methods.app ? 'app' : methods.phone ? 'phone' : 'recovery')
  async function sendCode(notice: string) {
    try {
      await api(providerRoutes.sendCode)
      toast('success', notice)
      setMethod('phone')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <AccountPanel page={page} heading="One more step" lead={leads[method]}>
      <CodeForm key={method} method={method} />
      {method === 'phone' && <MailboxHint isAside />}
      <p className="flex flex-wrap justify-between gap-3 text-sm">
        {methods.phone && (
          <button
            type="button"
            className="text-link"
            onClick={() => void sendCode('A new code is on its method.')}
          >
            {method === 'phone' ? 'Send a new code' : `Send a code to ${methods.phone}`}
          </button>
        )}
        {methods.app && method !== 'app' && (
          <button type="button" className="text-link" onClick={() => setMethod('app')}>
            Use the app
          </button>
        )}
        {methods.recovery && method !== 'recovery' && (
          <button type="button" className="text-link" onClick={() => setMethod('recovery')}>
            Use a recovery code
          </button>
        )}
        <button type="button" className="text-link" onClick={onGiveUp}>
          Back to login
        </button>
      </p>
    </AccountPanel>
  )
}

function CodeForm({ method }: { method: Method }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { code: method === 'recovery' ? recoveryCodeProblem : codeProblem },
    async send({ code }) {
      await api(checks[method], { body: { code: code.trim() } })
      await signInWithWelcome()
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {method === 'recovery' ? (
        <Field
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={errors.code}
          autoFocus
          required
        />
      ) : (
        <CodeField
          error={errors.code}
          hint={method === 'app' ? 'The 6 digits that the app shows.' : '6 digits, valid for 5 minutes.'}
          isFirst
        />
      )}
      <button type="submit" className="btn btn-main" aria-disabled={isSending}>
        {isSending ? 'Checking…' : 'Login'}
      </button>
      <FormError text={problem} />
    </form>
  )
}
