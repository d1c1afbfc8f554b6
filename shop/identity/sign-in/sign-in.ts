import { api } from '~/platform/client/api.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'
import type { SecondFactorMethods } from '../contract.ts'
import { identityRoutes, providerRoutes } from '../routes.ts'
import { firebase, signInWithToken, usesFirebase } from '../session/auth-client.ts'

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

export async function register(registration: Registration) {
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

/** Navigation state that a guard leaves for the log-in page. */
export type ReturnState = {
  from: string
  /** The user was logged out on a page for admins. */
  isForAdmins?: boolean
}

const customerPages = /^\/dashboard\/(orders|addReview|payment)(?=[/?#]|$)/i
// All other pages of the dashboard: a new one that is missing here leads to the dashboard, never in a circle.
const adminPages = /^\/dashboard\/(?!(orders|addReview|payment|myprofile)(?=[/?#]|$))[^/?#]/i
const visitorPages = /^\/(login|register|reset-password|new-password|verify-email)(?=[/?#]|$)/i

/** Where to go after log-in: back to the page of this site that led here, if the role may see it. */
export function returnTo(from: unknown, admin: boolean) {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || visitorPages.test(from))
    return urls.appointment()
  return (admin ? customerPages : adminPages).test(from) ? urls.dashboard() : from
}
