import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { days } from '~/platform/time.ts'
import { Field, SelectField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { tokensRoutes } from '~/shop/admin-routes.ts'
import { roleNames } from '~/shop/identity/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { PasswordAgain } from '~/shop/identity/sign-in/AccountForm.tsx'
import { ShownOnce } from '../ShownOnce.tsx'
import type { ProgramRole } from './rules.ts'
import { longestTokenName, programRoles } from './rules.ts'

type Props = { hasPassword: boolean; onClose: (hasChanged: boolean) => void }

/** First the form, then in its place what it made, which is shown this once. */
export function NewTokenForm({ hasPassword, onClose }: Props) {
  const [made, setMade] = useState<{ name: string; token: string }>()
  return (
    <WideDialog
      title={made ? `The token of ${made.name}` : 'Make a token'}
      onClose={() => onClose(made !== undefined)}
    >
      {made ? (
        <ShownOnce label="Token" secret={made.token} onDone={() => onClose(true)}>
          The program sends it with each call, as <code>Authorization: Bearer …</code>
        </ShownOnce>
      ) : (
        <NewToken hasPassword={hasPassword} onMade={setMade} />
      )}
    </WideDialog>
  )
}

type NewTokenProps = {
  hasPassword: boolean
  onMade: (made: { name: string; token: string }) => void
}

function NewToken({ hasPassword, onMade }: NewTokenProps) {
  const form = useForm({
    fields: {
      name: (typed) => (typed.trim() ? undefined : 'Which program is it for?'),
      role: () => undefined,
      endsOn: (typed) => (typed ? undefined : 'Until which day?'),
      password: (typed) => (hasPassword && !typed ? 'Your password is required' : undefined),
    },
    async send({ name, role, endsOn, password }) {
      const { token } = await authApi(tokensRoutes.addToken, {
        body: { name, role: role as ProgramRole, endsOn, ...(password && { password }) },
      })
      onMade({ name: name.trim(), token })
    },
  })
  return (
    <SaveForm of={form} save="Make the token">
      <Field
        label="Program"
        name="name"
        required
        maxLength={longestTokenName}
        autoComplete="off"
        error={form.errors.name}
        hint="What you will know it by, like “Till in the shop”. It stands beside what the program does in the audit trail."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Role"
          name="role"
          className="input"
          error={form.errors.role}
          hint="It may do what a person with this role may; never change roles, passwords or tokens."
        >
          {programRoles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Last day"
          name="endsOn"
          type="date"
          required
          defaultValue={inAYear()}
          error={form.errors.endsOn}
          hint="Of UTC, at most two years from now."
        />
      </div>
      {hasPassword && <PasswordAgain label="Your password" error={form.errors.password} />}
    </SaveForm>
  )
}

const inAYear = () => new Date(Date.now() + days(365)).toISOString().slice(0, 10)
