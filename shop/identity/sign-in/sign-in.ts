import { api } from '~/platform/client/api.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { identityRoutes, providerRoutes } from '~/shop/account-routes.ts'
import { firebase, signInWithToken, usesFirebase } from '../session/auth-client.ts'
import type { SecondFactorMethods } from './contract.ts'

const welcomeMs = 4000

export type SignInResult = 'signed-in' | 'second-factor'
type Registration = { name: string; email: string; password: string; returnTo?: string | undefined }

/** With our own identity provider, or with Firebase in a shop that is set up with it. */
export async function logIn(credentials: { email: string; password: string }): Promise<SignInResult> {
  if (usesFirebase()) {
    await (await firebase()).logIn(credentials)
    return 'signed-in'
  }
  const answer = await api(providerRoutes.logIn, { body: credentials })
  return answer.twoFactorRedirect ? 'second-factor' : 'signed-in'
}

export async function sendRegistration(registration: Registration) {
  if (usesFirebase()) await (await firebase()).register(registration)
  else await api(identityRoutes.register, { body: registration })
}

export async function requestPasswordReset(email: string) {
  if (usesFirebase()) await (await firebase()).requestPasswordReset(email)
  else await api(identityRoutes.requestPasswordReset, { body: { email } })
}

/** Ends the log-in, or asks for the second factor. */
export async function completeSignIn(
  result: SignInResult,
  askForCode: (methods: SecondFactorMethods) => void,
) {
  if (result === 'signed-in') return signInWithWelcome()
  const methods = await api(providerRoutes.listSecondFactorMethods)
  if (methods.phone && !methods.app) await api(providerRoutes.sendCode)
  askForCode(methods)
}

export async function signInWithWelcome() {
  const { name } = await signInWithToken()
  toast('success', `Welcome, ${name}!`, { closesAfterMs: welcomeMs })
}

/** Whether a mailed link still works, before anything is typed. */
export async function linkState(page: 'verify-email' | 'new-password', token: string) {
  const body = { page, token }
  const { state } = await api(identityRoutes.checkMailedLink, { body })
  return state
}
