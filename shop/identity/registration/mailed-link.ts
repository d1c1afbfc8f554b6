import { call } from '~/platform/client/call.ts'
import type { LinkState } from '../contract.ts'
import { identityUrls } from '../urls.ts'

/** Whether a mailed link still works, before anything is typed. */
export async function linkState(page: 'verify-email' | 'new-password', token: string) {
  const body = { page, token }
  const { state } = await call<LinkState>('POST', identityUrls.provider.mailedLink(), { body })
  return state
}
