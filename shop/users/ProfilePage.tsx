import { useLoaderData, useRevalidator } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { AddressBook } from '~/shop/addresses/AddressBook.tsx'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import type { SecondFactors, SignedInDevice } from '~/shop/identity/contract.ts'
import { SignedInDevices } from '~/shop/identity/devices/SignedInDevices.tsx'
import { ChangePassword } from '~/shop/identity/password/ChangePassword.tsx'
import { SecondFactor } from '~/shop/identity/second-factor/SecondFactor.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import type { Profile } from './contract.ts'
import { OwnData } from './OwnData.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'

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
