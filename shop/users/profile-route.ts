import { identityUrls } from '~/shop/identity/identity-urls.ts'
import { keptEmail, privateGet } from '~/shop/identity/private-get.ts'
import type { ProfileData } from './ProfilePage.tsx'

export { ProfilePage as Component } from './ProfilePage.tsx'

export async function loader(): Promise<ProfileData | null> {
  const [profile, secondFactor, devices] = await Promise.all([
    privateGet<ProfileData['profile']>(identityUrls.api.profile(keptEmail())),
    privateGet<{ phone: string | null }>(identityUrls.api.secondFactor()),
    privateGet<ProfileData['devices']>(identityUrls.api.sessions()),
  ])
  if (!profile || !secondFactor || !devices) return null
  return { profile, phone: secondFactor.phone, devices }
}
