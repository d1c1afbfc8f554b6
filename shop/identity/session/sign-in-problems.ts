import { ApiError } from '~/platform/client/api.ts'

/** Messages for error codes of identity providers. None of them tells whether an address has an account. */
const messages: Record<string, string> = {
  'popup-blocked': 'Your browser blocked the Google window. Allow popups for this site and try again.',
  'popup-closed-by-user': 'The Google window was closed before you were logged in.',
  'cancelled-popup-request': 'A second Google window was opened. Please continue there.',
  'network-request-failed': 'The shop cannot be reached. Check your connection and try again.',
  'web-storage-unsupported': 'Your browser keeps no data for this site. Allow cookies and try again.',
  'unauthorized-domain': 'Google does not know this address of the shop.',
  'invalid-api-key': 'Login with Google is not set up correctly. Please use email and password.',
  access_denied: 'You cancelled the login with Google.',
  email_not_verified: 'Google has not verified this email address. Please use email and password.',
  account_not_linked: 'This address already has an account. Please use email and password.',
  'invalid-credential':
    'Wrong email or password. If you have just registered, first open the link that we mailed you.',
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'user-disabled': 'This account is closed.',
  'multi-factor-auth-required': 'This account asks for a second factor, which cannot be given here.',
}
/** Other codes for the same problems, by Google, better-auth and Firebase. */
const aliases: Record<string, string> = {
  redirect_uri_mismatch: 'unauthorized-domain',
  issuer_mismatch: 'unauthorized-domain',
  invalid_client: 'invalid-api-key',
  invalid_code: 'invalid-api-key',
  'api-key-not-valid.-please-pass-a-valid-api-key.': 'invalid-api-key',
  'operation-not-allowed': 'invalid-api-key',
  state_mismatch: 'web-storage-unsupported',
  state_not_found: 'web-storage-unsupported',
  'user-cancelled': 'access_denied',
  'wrong-password': 'invalid-credential',
  'user-not-found': 'invalid-credential',
  'invalid-login-credentials': 'invalid-credential',
  'account-exists-with-different-credential': 'account_not_linked',
}

export function signInProblem(code: string) {
  const message = messages[aliases[code] ?? code] ?? 'The login did not work. Please try again.'
  return new ApiError(400, code, message)
}
