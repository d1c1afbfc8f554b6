import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { contactPhoneProblem, nameProblem } from '~/shop/identity/rules.ts'
import { authApi, refreshUser } from '~/shop/identity/session/auth-client.ts'
import { userRoutes } from '~/shop/routes.ts'
import type { Profile } from './contract.ts'
import { longestProfileText } from './rules.ts'

const texts = [
  { name: 'education', label: 'Education' },
  { name: 'location', label: 'Location' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
] as const

const textProblem = (typed: string) =>
  typed.length > longestProfileText ? `At most ${longestProfileText} characters` : undefined

export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { name: nameProblem, education: textProblem, location: textProblem, phone: contactPhoneProblem },
    async send(typed) {
      await authApi(userRoutes.saveProfile, { params: { email: profile.email }, body: typed })
      await refreshUser()
      toast('success', 'Your profile is saved.')
    },
  })
  return (
    <form {...form} aria-label="Profile" className="panel grid gap-5 p-6 sm:grid-cols-2 sm:p-8">
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={profile.name}
        error={errors.name}
        required
      />
      <Field label="Email" type="email" value={profile.email} autoComplete="email" readOnly />
      {texts.map((field) => (
        <Field
          key={field.name}
          {...field}
          defaultValue={profile[field.name]}
          error={errors[field.name]}
          maxLength={longestProfileText}
        />
      ))}
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Updating…' : 'Update'}
        </button>
        <FormError text={problem} />
      </div>
    </form>
  )
}
