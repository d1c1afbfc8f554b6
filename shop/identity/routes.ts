import type { Routes } from '~/platform/client/route.ts'
import type { IdentityContract, ProviderContract } from './contract.ts'

export const identityRoutes: Routes<IdentityContract> = {
  register: { method: 'POST', path: '/identity/sign-up/email' },
  checkMailedLink: { method: 'POST', path: '/identity/mailed-link' },
  requestPasswordReset: { method: 'POST', path: '/identity/request-password-reset' },
  resetPassword: { method: 'POST', path: '/identity/reset-password' },
  exchangeToken: { method: 'PUT', path: '/api/user/:email' },
  getRole: { method: 'GET', path: '/admin/:email' },
  beginAuthenticator: { method: 'POST', path: '/api/second-factor/app' },
  confirmAuthenticator: { method: 'PUT', path: '/api/second-factor/app' },
  removeAuthenticator: { method: 'POST', path: '/api/second-factor/app/remove' },
  replaceRecoveryCodes: { method: 'POST', path: '/api/second-factor/recovery-codes' },
  getSecondFactors: { method: 'GET', path: '/api/second-factor' },
  sendPhoneCode: { method: 'POST', path: '/api/second-factor/code' },
  enrolPhone: { method: 'PUT', path: '/api/second-factor' },
  removePhone: { method: 'POST', path: '/api/second-factor/remove' },
  changePassword: { method: 'POST', path: '/api/my-account/password' },
  listSessions: { method: 'GET', path: '/api/sessions' },
  endSession: { method: 'DELETE', path: '/api/sessions/:id' },
}

/** Those of better-auth that are open. */
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
