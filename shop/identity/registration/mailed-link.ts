import { api } from '~/platform/client/api.ts'
import { identityRoutes } from '~/shop/account-routes.ts'

/** Whether a mailed link still works, before anything is typed. */
export async function linkState(page: 'verify-email' | 'new-password', token: string) {
  const body = { page, token }
  const { state } = await api(identityRoutes.checkMailedLink, { body })
  return state
}
