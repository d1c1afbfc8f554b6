import { call } from '~/platform/client/call.ts'
import { toast } from '~/platform/ui/toasts.ts'
import type { SecondFactorMethods } from '../contract.ts'
import { signInWithToken } from '../session/auth-client.ts'
import { identityUrls } from '../urls.ts'
import type { PopupOutcome } from './google-popup.ts'

const welcomeMs = 4000

export async function signInWithWelcome() {
  const { name } = await signInWithToken()
  toast('success', `Welcome, ${name}!`, { closesAfterMs: welcomeMs })
}

/** In, or to the code that is asked for besides. */
export async function completeSignIn(
  outcome: PopupOutcome,
  askForCode: (methods: SecondFactorMethods) => void,
) {
  if (outcome === 'signed-in') return signInWithWelcome()
  const methods = await call<SecondFactorMethods>('GET', identityUrls.provider.secondFactorMethods())
  if (methods.phone && !methods.app) await call('POST', identityUrls.provider.sendCode(), { body: {} })
  askForCode(methods)
}
