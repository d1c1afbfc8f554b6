import { adminGet } from '~/shop/identity/session/admin-get.ts'
import { summaryRoutes } from '~/shop/routes.ts'
import type { Summary } from '~/shop/summary/contract.ts'

export { WelcomePage as Component } from './WelcomePage.tsx'

/** Figures for admins; null for other users, and when they cannot be loaded. */
export async function loader(): Promise<Summary | null> {
  try {
    return (await adminGet(summaryRoutes.getSummary)) ?? null
  } catch {
    return null
  }
}
