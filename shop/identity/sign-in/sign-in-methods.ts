import { call } from '~/platform/client/call.ts'
import { identityUrls } from '../urls.ts'
import type { PopupOutcome } from './google-popup.ts'
import { signInByPopup } from './google-popup.ts'
import { firebase, usesFirebase } from './load-firebase.ts'

/** How a person proves who they are: to our own provider, or to Firebase where the shop is set up with it. */
export async function logIn(typed: { email: string; password: string }): Promise<PopupOutcome> {
  if (usesFirebase()) {
    await (await firebase()).logIn(typed)
    return 'signed-in'
  }
  const answer = await call<{ twoFactorRedirect?: true }>('POST', identityUrls.provider.logIn(), {
    body: typed,
  })
  return answer.twoFactorRedirect ? 'second-factor' : 'signed-in'
}

type Registration = { name: string; email: string; password: string; returnTo?: string | undefined }

export async function register(typed: Registration) {
  if (usesFirebase()) await (await firebase()).register(typed)
  else await call('POST', identityUrls.provider.register(), { body: typed })
}

export async function askForReset(email: string) {
  if (usesFirebase()) await (await firebase()).askForReset(email)
  else await call('POST', identityUrls.provider.askForReset(), { body: { email } })
}

/** Must be called within the click itself: a browser blocks windows that open later. */
export async function logInWithGoogle(): Promise<PopupOutcome> {
  if (!usesFirebase()) return signInByPopup()
  await (await firebase()).google()
  return 'signed-in'
}
