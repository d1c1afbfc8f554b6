/** Addresses around accounts; not in shop/urls.ts, because most visitors never need them. */
export const identityUrls = {
  // Behind the #, a token is never sent to a server, written to a log or passed to another site.
  newPassword: (token: string) => `/new-password#${token}`,
  verifyEmail: (token: string) => `/verify-email#${token}`,
  /** The last page of the Google popup. */
  popupDone: () => '/identity/popup-done',
}
