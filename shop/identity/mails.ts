import type { Mail } from '~/platform/mail/mail.server.ts'

type To = { to: string; name: string }

// Short lines: longer ones are broken up on the way, and a link copied from the file would be too.
export const verifyMail = ({ to, name, link }: To & { link: string }): Mail => ({
  to,
  subject: 'Verify your email address for Car Parts',
  text: `Hello ${name},

somebody registered at Car Parts with this address and the name
above. If that was you, open this link to verify your account:

${link}

It works once, for 24 hours. If it was not you, do not open it:
without it no account comes into being.
`,
})

export const alreadyRegisteredMail = ({ to, resetPage }: { to: string; resetPage: string }): Mail => ({
  to,
  subject: 'You already have an account at Car Parts',
  text: `Hello,

somebody tried to register at Car Parts with this address, but it
already has an account. Nothing was changed. If that was you and
you forgot the password, choose a new one here:

${resetPage}
`,
})

export const resetMail = ({ to, name, link }: To & { link: string }): Mail => ({
  to,
  subject: 'Choose a new password for Car Parts',
  text: `Hello ${name},

open this link to choose a new password for Car Parts:

${link}

It works once, for one hour. If you did not ask for it, you can
ignore this mail.
`,
})

export const codeText = (code: string) => `${code} is your Car Parts code. It works for 5 minutes.`
