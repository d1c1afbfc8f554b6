/** What better-auth says in codes, in words for people. Nothing here tells whether an address is known. */
const words: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD:
    'Wrong email or password. If you have just registered, first open the link that we mailed you.',
  INVALID_EMAIL: 'Email is not a valid email address',
  INVALID_TOKEN: 'This link has been used or is too old. Please ask for a new one.',
  PASSWORD_NEEDED: 'Please type the password that you chose when you registered.',
  WRONG_REGISTRATION_PASSWORD: 'That is not the password typed at registration.',
  INVALID_CODE: 'That is not the code we sent.',
  WRONG_SECOND_FACTOR: 'That code is not right, or was used before.',
  OTP_NOT_CONFIGURED: 'Codes by SMS are not available in this shop.',
  OTP_HAS_EXPIRED: 'This code is too old. Please ask for a new one.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please ask for a new one.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please wait 15 minutes and log in again.',
  INVALID_TWO_FACTOR_COOKIE: 'This took too long. Please log in again.',
  DEMO_ACCOUNT: 'This account belongs to the demo, which is over in this shop.',
  INVALID_ORIGIN: 'This page is not allowed to log in here.',
  MISSING_OR_NULL_ORIGIN: 'This page is not allowed to log in here.',
  PROVIDER_NOT_FOUND: 'Login with Google is not available here.',
}

export const explained = (code: string | undefined) =>
  words[code ?? ''] ?? 'The login did not work. Please try again.'
