import { z } from 'zod'
import { emailProblem, normalEmail } from '~/platform/email.ts'

/** No control characters but line breaks and tabs, no halves of characters: such text breaks databases and mails. */
const isClean = (text: string) => text.isWellFormed() && !/[\p{Cc}--[\t\n\r]]/v.test(text)

/** Text that a person typed, trimmed and in one Unicode form; how long it may be is left to the caller. */
export const cleanText = (problem: string) =>
  z
    .string({ error: problem })
    .transform((text) => text.normalize('NFC').trim())
    .refine(isClean, problem)

/** Text that a person typed: trimmed, in one Unicode form, of bounded length; empty only where nothing is `required`. */
export const typed = (maxLength: number, required?: string) =>
  z
    .string(required && { error: required })
    .max(maxLength * 4, `At most ${maxLength} characters`)
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(required ? 1 : 0, required)
        .max(maxLength, `At most ${maxLength} characters`)
        .refine(isClean, 'Holds characters that cannot be kept'),
    )

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/** A number, or the same number as text, which is what plain forms and some clients send; then what it must be. */
export const numeric = (problem: string, number = z.number()) =>
  z
    .union([z.number(), z.string().trim().regex(decimal, problem)], { error: problem })
    .transform(Number)
    .pipe(number)

export const Email = z.string({ error: 'Email is required' }).transform((typed, context) => {
  const problem = emailProblem(typed)
  if (problem) context.addIssue({ code: 'custom', message: problem })
  return normalEmail(typed)
})
