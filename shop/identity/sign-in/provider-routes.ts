import type { Routes } from '~/platform/client/route.ts'
import type { ProviderContract } from './provider-contract.ts'

export const providerRoutes: Routes<ProviderContract> = {
  logIn: { method: 'POST', path: '/identity/sign-in/email' },
  beginGoogle: { method: 'POST', path: '/identity/sign-in/social' },
  returnFromGoogle: { method: 'GET', path: '/identity/callback/google' },
  verifyEmail: { method: 'POST', path: '/identity/verify-email' },
  sendCode: { method: 'POST', path: '/identity/two-factor/send-otp' },
  checkCode: { method: 'POST', path: '/identity/two-factor/verify-otp' },
  listSecondFactorMethods: { method: 'GET', path: '/identity/second-factor/methods' },
  checkAppCode: { method: 'POST', path: '/identity/second-factor/app' },
  checkRecoveryCode: { method: 'POST', path: '/identity/second-factor/recovery' },
  logOut: { method: 'POST', path: '/identity/sign-out' },
  getIdentityToken: { method: 'GET', path: '/identity/token' },
}
