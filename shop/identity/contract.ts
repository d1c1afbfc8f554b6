import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { passwordContract } from './password/contract.ts'
import { registrationContract } from './registration/contract.ts'
import { secondFactorContract } from './second-factor/contract.ts'
import { sessionContract } from './session/contract.ts'

/** What each route takes and answers; those of better-auth are in sign-in/. */
export const identityContract = {
  ...registrationContract,
  ...passwordContract,
  ...sessionContract,
  ...secondFactorContract,
} satisfies Contract
export type IdentityContract = typeof identityContract

export const refuse = refusalsOf({
  no_mail: [503, 'This shop cannot send mails at the moment. Please try again later.'],
})
