import { z } from 'zod'
import {
  codeProblem,
  nameProblem,
  normalName,
  normalRecoveryCode,
  passwordProblem,
  recoveryCodeProblem,
} from './rules.ts'

/** The same rule on both sides: the message comes from the function that the forms use. */
export const checked = (
  required: string,
  problem: (typed: string) => string | undefined,
  normal = (t: string) => t,
) =>
  z.string({ error: required }).transform((typed, context) => {
    const message = problem(typed)
    if (message) context.addIssue({ code: 'custom', message })
    return normal(typed)
  })

export const Name = checked('Name is required', nameProblem, normalName)
export const Password = checked('Password is required', passwordProblem)
export const Code = checked('Code is required', codeProblem, (typed) => typed.trim())

export const RecoveryCode = checked('Recovery code is required', recoveryCodeProblem, normalRecoveryCode)

/** The present password, asked for again. */
export const CurrentPassword = z.string().max(200).optional()

/** The same answer whether or not the address has an account. */
export const Done = z.object({ status: z.literal(true) })

/** Refusals of password and second factors alike. */
export const accountRefusals = {
  not_ours: [409, 'Your account is kept by another provider.'],
} as const
