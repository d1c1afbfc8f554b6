import { Field } from '~/platform/ui/Field.tsx'

type Props = { error: string | undefined }

/** Called "username" for password managers, who keep it beside the password. */
export const EmailField = ({ error }: Props) => (
  <Field label="Email" name="email" type="email" autoComplete="username" error={error} required />
)

export const NewPasswordField = ({ label, name, error }: Props & { label: string; name: string }) => (
  <Field
    label={label}
    name={name}
    type="password"
    autoComplete="new-password"
    error={error}
    hint="At least 8 letters and digits, with at least one of each."
    required
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
