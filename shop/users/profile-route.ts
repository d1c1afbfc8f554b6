import { usesFirebase } from '~/shop/identity/session/auth-client.ts'
import { privateGet, storedEmail } from '~/shop/identity/session/private-get.ts'
import { addressRoutes, identityRoutes, userRoutes } from '~/shop/routes.ts'
import type { ProfileData } from './ProfilePage.tsx'

export { ProfilePage as Component } from './ProfilePage.tsx'

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
