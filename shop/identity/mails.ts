import type { Mail } from '~/platform/mail/mail.server.ts'

/** To whom, and what the shop is called. */
type To = { to: string; shopName: string }
type ToSomebody = To & { name: string }

// A paragraph is one line, however long: mail programs wrap it. The link is a separate paragraph. A mail to an unverified
// address quotes nothing that was typed: a stranger may have typed it, to send their text in our name.
export const verifyMail = ({ to, shopName, link }: To & { link: string }): Mail => ({
  to,
  queue: 'links',
  subject: `Verify your email address for ${shopName}`,
  text: `Hello,

somebody registered at ${shopName} with this address. If that was you, open this link to verify your account:

${link}

It works once, for 24 hours: with one click in the browser that you registered in, elsewhere with the password that you chose. If it was not you, ignore this mail: no account comes into being.
`,
})

export const alreadyRegisteredMail = ({ to, shopName, resetPage }: To & { resetPage: string }): Mail => ({
  to,
  queue: 'links',
  subject: `You already have an account at ${shopName}`,
  text: `Hello,

somebody tried to register at ${shopName} with this address, but it already has an account. Nothing was changed. If that was you and you forgot the password, choose a new one here:

${resetPage}
`,
})

export const resetMail = ({ to, shopName, name, link }: ToSomebody & { link: string }): Mail => ({
  to,
  queue: 'links',
  subject: `Choose a new password for ${shopName}`,
  text: `Hello ${name},

open this link to choose a new password for ${shopName}:

${link}

It works once, for one hour. If you did not ask for it, you can ignore this mail.
`,
})

export const passwordChangedMail = ({
  to,
  shopName,
  name,
  resetPage,
}: ToSomebody & { resetPage: string }): Mail => ({
  to,
  queue: 'links',
  subject: `Your password for ${shopName} was changed`,
  text: `Hello ${name},

the password of your account at ${shopName} was changed just now, and other devices were signed out. If that was you, all is well. If not, choose a new password at once:

${resetPage}
`,
})

export const secondFactorRemovedMail = ({ to, shopName, name }: ToSomebody): Mail => ({
  to,
  queue: 'links',
  subject: `The second factor of your account at ${shopName} was removed`,
  text: `Hello ${name},

the shop has removed the second factor of your account at ${shopName}: from now on you log in without a code. If you asked for this, you can set up a new one in My Profile. If not, please answer to the shop at once and choose a new password.
`,
})

export const noMoreCodesMail = ({ to, most, day }: { to: string; most: number; day: string }): Mail => ({
  to,
  subject: 'No more codes by SMS today',
  text: `Hello,

your shop has sent ${most} codes by SMS within a day, as many as MOST_SMS_PER_DAY allows, and sends no more for now. Customers can still log in with an authenticator app or a recovery code.

If so many people did log in, raise the setting. If not, somebody may be asking for codes to earn money by them: look at the numbers in the list of your SMS provider.
`,
  event: `sms-limit:${day}`,
})

export const codeText = (shopName: string, code: string) =>
  `${code} is your ${shopName} code. It works for 5 minutes.`
