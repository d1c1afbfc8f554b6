import { z } from 'zod'
import { emailProblem, normalEmail } from '~/platform/email.ts'

export const Email = z.string({ error: 'Email is required' }).transform((typed, context) => {
  const problem = emailProblem(typed)
  if (problem) context.addIssue({ code: 'custom', message: problem })
  return normalEmail(typed)
})
