import { keptEmail, privateGet } from '~/shop/identity/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { ProfileData } from './ProfilePage.tsx'

export { ProfilePage as Component } from './ProfilePage.tsx'

export async function loader(): Promise<ProfileData | null> {
  const [profile, secondFactor, devices] = await Promise.all([
    privateGet<ProfileData['profile']>(urls.api.profile(keptEmail())),
    privateGet<{ phone: string | null }>(urls.api.secondFactor()),
    privateGet<ProfileData['devices']>(urls.api.sessions()),
  ])
  if (!profile || !secondFactor || !devices) return null
  return { profile, phone: secondFactor.phone, devices }
}
