import type { Routes } from '~/platform/client/route.ts'
import type { IdentityContract } from './contract.ts'

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
