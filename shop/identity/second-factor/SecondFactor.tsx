import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { saveFile } from '~/platform/lists/DownloadButton.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import { authApi } from '../session/auth-client.ts'
import { PasswordAgain } from '../sign-in/AccountForm.tsx'
import { AppFactor } from './AppFactor.tsx'
import type { SecondFactors } from './contract.ts'
import { PhoneFactor } from './PhoneFactor.tsx'

type Props = { factors: SecondFactors; hasPassword: boolean }

/** The second factors of the log-in, in My Profile. */
export function SecondFactor({ factors, hasPassword }: Props) {
  const { phone, app, recoveryCodesLeft, offersPhone } = factors
  const [codes, setCodes] = useState<string[]>()
  return (
    <section aria-labelledby="second-factor" className="panel grid gap-6 p-6 sm:p-8">
      <h2 id="second-factor" className="text-[22px]">
        Second factor
      </h2>
      {codes && <RecoveryCodes codes={codes} onEnd={() => setCodes(undefined)} />}
      <AppFactor isSetUp={app} hasPassword={hasPassword} onRecoveryCodes={setCodes} />
      {(offersPhone || phone) && (
        <div className="grid gap-4">
          <h3 className="text-[17px]">Phone</h3>
          <PhoneFactor phone={phone} hasPassword={hasPassword} onRecoveryCodes={setCodes} />
        </div>
      )}
      {(app || phone) && !codes && (
        <NewCodes left={recoveryCodesLeft} hasPassword={hasPassword} onRecoveryCodes={setCodes} />
      )}
    </section>
  )
}

type NewCodesProps = { left: number; hasPassword: boolean; onRecoveryCodes: (codes: string[]) => void }

function NewCodes({ left, hasPassword, onRecoveryCodes }: NewCodesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const { form, errors, problem, isSending } = useForm({
    fields: { password: () => undefined },
    async send({ password }) {
      const body = hasPassword ? { password } : {}
      const answer = await authApi(identityRoutes.replaceRecoveryCodes, { body })
      onRecoveryCodes(answer.recoveryCodes)
      await revalidate()
    },
  })
  return (
    <div className="grid gap-4">
      <h3 className="text-[17px]">Recovery codes</h3>
      <p className="text-muted">
        {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`} New ones replace
        them.
      </p>
      {isOpen ? (
        <form {...form} aria-label="Recovery codes" className="grid max-w-md gap-4">
          {hasPassword && <PasswordAgain label="Password for new codes" error={errors.password} />}
          <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
            Show new codes
          </button>
          <FormError text={problem} />
        </form>
      ) : (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setIsOpen(true)}>
          New recovery codes
        </button>
      )}
    </div>
  )
}

/** New recovery codes to write down: they are shown once. */
const RecoveryCodes = ({ codes, onEnd }: { codes: string[]; onEnd: () => void }) => (
  <div role="status" className="grid max-w-md gap-4 rounded-card border border-line p-4">
    <p>
      <b>Your recovery codes.</b> Each lets you in once when you have neither app nor phone. Keep them in a
      safe place: they are not shown again.
    </p>
    <ul className="grid grid-cols-2 gap-2 font-mono text-sm">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() =>
          saveFile(
            'car-parts-recovery-codes.txt',
            new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
          )
        }
      >
        Save as a file
      </button>
      <button type="button" className="btn btn-main" onClick={onEnd}>
        I have kept them
      </button>
    </div>
  </div>
)
