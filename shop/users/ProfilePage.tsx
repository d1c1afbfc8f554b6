import { useLoaderData, useRevalidator } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { AddressBook } from '~/shop/addresses/AddressBook.tsx'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import type { SecondFactors, SignedInDevice } from '~/shop/identity/contract.ts'
import { SignedInDevices } from '~/shop/identity/devices/SignedInDevices.tsx'
import { ChangePassword } from '~/shop/identity/password/ChangePassword.tsx'
import { contactPhoneProblem, nameProblem } from '~/shop/identity/rules.ts'
import { SecondFactor } from '~/shop/identity/second-factor/SecondFactor.tsx'
import { authApi, refreshUser } from '~/shop/identity/session/auth-client.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { userRoutes } from '~/shop/routes.ts'
import type { Profile } from './contract.ts'
import { OwnData } from './OwnData.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'
import { longestProfileText } from './rules.ts'

export type ProfileData = {
  profile: Profile
  addresses: SavedAddress[]
  /** Null where Firebase has the account. */
  account: { factors: SecondFactors; hasPassword: boolean; devices: SignedInDevice[] } | null
}

export function ProfilePage() {
  const data = useLoaderData() as ProfileData | null
  const { revalidate } = useRevalidator()
  const session = useSession()
  if (!data) return null
  const isAdmin = session.status === 'signed-in' && session.user.admin
  const { profile, addresses, account } = data
  return (
    <div className="grid gap-6">
      <Title page="My Profile" />
      <div className="min-w-0">
        <h1 className="text-[28px] sm:text-[36px]">My Profile</h1>
        <p className="wrap-anywhere text-muted">{profile.email}</p>
      </div>
      <ProfilePicture profile={profile} />
      <ProfileForm profile={profile} />
      {!isAdmin && <AddressBook addresses={addresses} onChanged={() => void revalidate()} />}
      {account && (
        <>
          <ChangePassword email={profile.email} hasPassword={account.hasPassword} />
          <SecondFactor factors={account.factors} hasPassword={account.hasPassword} />
          <SignedInDevices devices={account.devices} />
        </>
      )}
      <OwnData />
    </div>
  )
}

const texts = [
  { name: 'education', label: 'Education' },
  { name: 'location', label: 'Location' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
] as const

const textProblem = (typed: string) =>
  typed.length > longestProfileText ? `At most ${longestProfileText} characters` : undefined

function ProfileForm({ profile }: { profile: Profile }) {
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
