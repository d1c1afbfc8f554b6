import { z } from 'zod'

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/** A number, or the same number as text, which is what plain forms and some clients send; then what it must be. */
export const numeric = (problem: string, number = z.number()) =>
  z
    .union([z.number(), z.string().trim().regex(decimal, problem)], { error: problem })
    .transform(Number)
    .pipe(number)
