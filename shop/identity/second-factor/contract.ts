import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { accountRefusals, Code, CurrentPassword, checked } from '../common-contract.ts'
import { normalPhone, phoneProblem } from '../rules.ts'
import { codeRefusals } from '../sign-in/contract.ts'

const Phone = checked('Phone is required', phoneProblem, normalPhone)

/** The caller's second factors. */
export const SecondFactors = z.object({
  /** Masked. */
  phone: z.string().nullable(),
  app: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Whether this shop can send codes to a phone. */
  offersPhone: z.boolean(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

const PhoneState = z.object({ phone: z.string().nullable() })
/** Shown this once. */
const Codes = z.array(z.string())

export const secondFactorContract = {
  beginAuthenticator: {
    body: z.object({ password: CurrentPassword }),
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmAuthenticator: {
    body: z.object({ code: Code }),
    response: z.object({ app: z.literal(true), recoveryCodes: Codes.optional() }),
  },
  removeAuthenticator: {
    body: z.object({ password: CurrentPassword, code: z.string().trim().min(1, 'Code is required').max(20) }),
    response: z.object({ app: z.literal(false) }),
  },
  replaceRecoveryCodes: {
    body: z.object({ password: CurrentPassword }),
    response: z.object({ recoveryCodes: Codes }),
  },
  getSecondFactors: { response: SecondFactors },
  sendPhoneCode: {
    body: z.object({ phone: Phone.optional(), password: CurrentPassword }),
    response: z.object({ sent: z.literal(true) }),
  },
  enrolPhone: {
    body: z.object({ code: Code }),
    response: PhoneState.extend({ recoveryCodes: Codes.optional() }),
  },
  removePhone: { body: z.object({ code: Code }), response: PhoneState },
} satisfies Contract

export const refuse = refusalsOf({
  ...accountRefusals,
  ...codeRefusals,
  has_phone: [409, 'Remove the current phone first.'],
  no_phone: [409, 'No phone is enrolled.'],
  has_app: [409, 'Remove the present app first.'],
  no_factor: [409, 'There is no second factor yet.'],
  wrong_app_code: [422, 'That is not the code of the app.', 'invalid'],
})
