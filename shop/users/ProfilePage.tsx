import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import defaultAvatar from '~/app/look/avatar-default.svg'
import { addressOf } from '~/platform/client/route.ts'
import { isStaff } from '~/platform/roles.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { addressRoutes, identityRoutes, userRoutes } from '~/shop/account-routes.ts'
import { AddressBook } from '~/shop/addresses/AddressBook.tsx'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import { SignedInDevices } from '~/shop/identity/devices/SignedInDevices.tsx'
import { ChangePassword } from '~/shop/identity/password/ChangePassword.tsx'
import { contactPhoneProblem, longestProfileText, nameProblem } from '~/shop/identity/rules.ts'
import type { SecondFactors } from '~/shop/identity/second-factor/contract.ts'
import { SecondFactor } from '~/shop/identity/second-factor/SecondFactor.tsx'
import { authApi, refreshUser, usesFirebase } from '~/shop/identity/session/auth-client.ts'
import type { SignedInDevice } from '~/shop/identity/session/contract.ts'
import { privateGet, storedEmail } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { acceptedTypes, smallCopy } from '~/shop/images/rules.ts'
import { postPicture, problemOfFile } from '~/shop/images/send-picture.ts'
import type { Profile } from './contract.ts'
import { OwnData } from './OwnData.tsx'

export type ProfileData = {
  profile: Profile
  addresses: SavedAddress[]
  /** Null where Firebase has the account. */
  account: { factors: SecondFactors; hasPassword: boolean; devices: SignedInDevice[] } | null
}

function ProfilePage() {
  const data = useLoaderData() as ProfileData | null
  const { revalidate } = useRevalidator()
  const session = useSession()
  if (!data) return null
  const isOfStaff = session.status === 'signed-in' && isStaff(session.user.role)
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
      {!isOfStaff && <AddressBook addresses={addresses} onChanged={() => void revalidate()} />}
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

type Props = { profile: Pick<Profile, 'email' | 'photo'> }

/** The user's picture, with buttons to change and remove it. */
function ProfilePicture({ profile: { email, photo } }: Props) {
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function change(action: () => Promise<unknown>, done: string) {
    setIsBusy(true)
    try {
      await action()
      await Promise.all([refreshUser(), revalidate()])
      toast('success', done)
    } catch (error) {
      toastError(error)
    } finally {
      setIsBusy(false)
    }
  }
  async function send(file: File | undefined) {
    if (!file) return
    const problem = await problemOfFile(file)
    if (problem) return toast('error', problem)
    await change(
      () => postPicture(addressOf(userRoutes.savePhoto, { params: { email } }), file, () => {}),
      'Your picture is saved.',
    )
  }
  const remove = () =>
    change(() => authApi(userRoutes.deletePhoto, { params: { email } }), 'Your picture is removed.')

  return (
    <div className="flex flex-wrap items-center gap-4">
      <img
        src={photo ? smallCopy(photo) : defaultAvatar}
        alt={photo ? 'Your picture' : ''}
        width={96}
        height={96}
        className="size-24 rounded-full bg-sunken object-cover"
      />
      <div className="flex flex-wrap gap-2">
        <label className="btn btn-quiet btn-small focus-within:outline-2">
          <input
            type="file"
            accept={acceptedTypes}
            className="sr-only"
            disabled={isBusy}
            onChange={(event) => {
              void send(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          {isBusy ? 'Saving…' : photo ? 'Change picture' : 'Add a picture'}
        </label>
        {photo && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={isBusy}
            onClick={() => void remove()}
          >
            Remove picture
          </button>
        )}
      </div>
    </div>
  )
}

export async function loader(): Promise<ProfileData | null> {
  const [profile, addresses, account] = await Promise.all([
    privateGet(userRoutes.getProfile, { params: { email: storedEmail() } }),
    privateGet(addressRoutes.listAddresses),
    usesFirebase() ? null : accountHere(),
  ])
  return profile && addresses && account !== undefined ? { profile, addresses, account } : null
}

async function accountHere() {
  const [factors, account, devices] = await Promise.all([
    privateGet(identityRoutes.getSecondFactors),
    privateGet(userRoutes.getMyAccount),
    privateGet(identityRoutes.listSessions),
  ])
  return factors && account && devices && { factors, ...account, devices }
}

export { ProfilePage as Component }
