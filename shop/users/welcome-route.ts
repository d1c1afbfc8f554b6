import { adminGet } from '~/shop/identity/session/admin-get.ts'
import type { Summary } from '~/shop/summary/contract.ts'
import { summaryRoutes } from '~/shop/summary/routes.ts'

export { WelcomePage as Component } from './WelcomePage.tsx'

/** Numbers for admins alone; whoever they cannot be told to, or at the moment cannot, is welcome without them. */
export async function loader(): Promise<Summary | null> {
  try {
    return (await adminGet(summaryRoutes.getSummary)) ?? null
  } catch {
    return null
  }
}
