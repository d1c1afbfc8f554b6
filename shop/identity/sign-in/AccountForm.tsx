import type { ReactNode } from 'react'
import { use, useState } from 'react'
import { Field } from '~/platform/ui/Field.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { SiteName, Title } from '~/platform/ui/Title.tsx'
import { useSession } from '../session/session.ts'

type PanelProps = {
  page: string
  description?: string | undefined
  heading: string
  lead?: string
  /** What the visitor needs the account for: on the left, and before it on a phone. */
  beside?: ReactNode
  children: ReactNode
}

const ofAccount = (shopName: string) =>
  `Your account at ${shopName}: with it you order parts, pay for them and see where your orders stand.`

export const accountCardId = 'account'

/** The frame of all account pages: one card in the middle, or beside what it is needed for. */
export const AccountPanel = ({ page, description, heading, lead, beside, children }: PanelProps) => (
  <div
    className={`container-page ${beside ? 'beside-account' : 'grid items-center justify-items-center py-12 lg:py-20'}`}
  >
    <Title page={page} description={description ?? ofAccount(use(SiteName))} />
    {beside}
    <div
      id={accountCardId}
      className={`panel grid w-full ${beside ? 'gap-4 p-5 lg:p-6' : 'max-w-md gap-6 p-6 sm:p-8'}`}
    >
      <div className="grid gap-2">
        <h1 className={beside ? 'text-[24px]' : 'text-[32px]'}>{heading}</h1>
        {lead && <p className={beside ? 'text-sm text-muted' : 'text-muted'}>{lead}</p>}
      </div>
      {children}
      <noscript>
        <p className="field-error">This page needs JavaScript.</p>
      </noscript>
    </div>
  </div>
)

type FieldProps = { error: string | undefined }

/** "username" for password managers, which store it beside the password. */
export const EmailField = ({ error }: FieldProps) => (
  <Field label="Email" name="email" type="email" autoComplete="username" error={error} required />
)

type PasswordProps = FieldProps & {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

/** A password with a button that shows it. */
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
        className="icon-button by-script-alone absolute top-6.5 right-0"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
        <span className="sr-only">{isShown ? 'Hide password' : 'Show password'}</span>
      </button>
    </div>
  )
}

/** Asks for the password of the signed-in user again; the hidden field tells password managers whose it is. */
export function PasswordAgain({ label, error }: FieldProps & { label: string }) {
  const session = useSession()
  const email = session.status === 'signed-in' ? session.user.email : ''
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      <PasswordField label={label} name="password" autoComplete="current-password" error={error} />
    </>
  )
}

export const NewPasswordField = ({ label, name, error }: FieldProps & { label: string; name: string }) => (
  <PasswordField
    label={label}
    name={name}
    autoComplete="new-password"
    error={error}
    hint="Only letters from A to Z and digits: at least 8, with at least one of each."
  />
)

export const CodeField = ({
  error,
  hint,
  isFirst = false,
}: FieldProps & { hint: string; isFirst?: boolean }) => (
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
