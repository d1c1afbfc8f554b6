import { useState } from 'react'
import { Field } from '~/platform/ui/Field.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useSession } from '../session/session.ts'

type Props = { error: string | undefined }

/** Called "username" for password managers, who keep it beside the password. */
export const EmailField = ({ error }: Props) => (
  <Field label="Email" name="email" type="email" autoComplete="username" error={error} required />
)

type PasswordProps = Props & {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

/** A password that can be looked at while it is typed. */
export function PasswordField(props: PasswordProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <Field
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
        required
      />
      {/* Beside the input, below its label. */}
      <button
        type="button"
        className="icon-button absolute top-6.5 right-0"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
        <span className="sr-only">{isShown ? 'Hide password' : 'Show password'}</span>
      </button>
    </div>
  )
}

/** The password of whoever is signed in, asked for again; password managers are told whose it is. */
export function PasswordAgain({ label, error }: Props & { label: string }) {
  const session = useSession()
  const email = session.status === 'signed-in' ? session.user.email : ''
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      <PasswordField label={label} name="password" autoComplete="current-password" error={error} />
    </>
  )
}

export const NewPasswordField = ({ label, name, error }: Props & { label: string; name: string }) => (
  <PasswordField
    label={label}
    name={name}
    autoComplete="new-password"
    error={error}
    hint="Letters and digits only: at least 8, with at least one of each."
  />
)

export const CodeField = ({ error, hint, isFirst = false }: Props & { hint: string; isFirst?: boolean }) => (
  <Field
    label="Code"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={10}
    error={error}
    hint={hint}
    autoFocus={isFirst}
    required
  />
)
