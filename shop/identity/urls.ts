/** Addresses around accounts; not in shop/urls.ts, because most visitors never need them. */
export const identityUrls = {
  // Behind the #, a token is never sent to a server, logged or passed to another site.
  newPassword: (token: string) => `/new-password#${token}`,
  verifyEmail: (token: string) => `/verify-email#${token}`,

  /** Routes of the identity provider. */
  provider: {
    logIn: () => '/identity/sign-in/email',
    google: () => '/identity/sign-in/social',
    popupDone: () => '/identity/popup-done',
    register: () => '/identity/sign-up/email',
    verifyEmail: () => '/identity/verify-email',
    mailedLink: () => '/identity/mailed-link',
    requestPasswordReset: () => '/identity/request-password-reset',
    resetPassword: () => '/identity/reset-password',
    sendCode: () => '/identity/two-factor/send-otp',
    checkCode: () => '/identity/two-factor/verify-otp',
    secondFactorMethods: () => '/identity/second-factor/methods',
    checkAppCode: () => '/identity/second-factor/app',
    checkRecoveryCode: () => '/identity/second-factor/recovery',
    token: () => '/identity/token',
    logOut: () => '/identity/sign-out',
  },

  api: {
    user: (email: string) => `/api/user/${encodeURIComponent(email)}`,
    role: (email: string) => `/admin/${encodeURIComponent(email)}`,
    profile: (email: string) => `/api/profile/${encodeURIComponent(email)}`,
    photo: (email: string) => `/api/profile/${encodeURIComponent(email)}/photo`,
    secondFactor: () => '/api/second-factor',
    secondFactorCode: () => '/api/second-factor/code',
    removeSecondFactor: () => '/api/second-factor/remove',
    authenticator: () => '/api/second-factor/app',
    removeAuthenticator: () => '/api/second-factor/app/remove',
    recoveryCodes: () => '/api/second-factor/recovery-codes',
    password: () => '/api/my-account/password',
    sessions: () => '/api/sessions',
    session: (id: string) => `/api/sessions/${encodeURIComponent(id)}`,
  },
}
