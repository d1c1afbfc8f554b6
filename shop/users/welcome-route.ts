import { identityUrls } from '~/shop/identity/identity-urls.ts'
import { keptEmail, privateGet } from '~/shop/identity/private-get.ts'
import type { Summary } from '~/shop/summary/contract.ts'
import { urls } from '~/shop/urls.ts'

export { WelcomePage as Component } from './WelcomePage.tsx'

/** Numbers for admins alone; whoever they cannot be told to, or at the moment cannot, is welcome without them. */
export async function loader(): Promise<Summary | null> {
  try {
    const role = await privateGet<{ admin: boolean }>(identityUrls.api.role(keptEmail()))
    return role?.admin ? ((await privateGet<Summary>(urls.api.summary())) ?? null) : null
  } catch {
    return null
  }
}
