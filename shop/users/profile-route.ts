import type { SecondFactors, SignedInDevice } from '~/shop/identity/contract.ts'
import { usesFirebase } from '~/shop/identity/session/auth-client.ts'
import { privateGet, storedEmail } from '~/shop/identity/session/private-get.ts'
import { identityUrls } from '~/shop/identity/urls.ts'
import { urls } from '~/shop/urls.ts'
import type { ProfileData } from './ProfilePage.tsx'

export { ProfilePage as Component } from './ProfilePage.tsx'

export async function loader(): Promise<ProfileData | null> {
  const [profile, account] = await Promise.all([
    privateGet<ProfileData['profile']>(identityUrls.api.profile(storedEmail())),
    usesFirebase() ? null : accountHere(),
  ])
  return profile && account !== undefined ? { profile, account } : null
}

async function accountHere() {
  const [factors, account, devices] = await Promise.all([
    privateGet<SecondFactors>(identityUrls.api.secondFactor()),
    privateGet<{ hasPassword: boolean }>(urls.api.myAccount()),
    privateGet<SignedInDevice[]>(identityUrls.api.sessions()),
  ])
  return factors && account && devices && { factors, ...account, devices }
}
