import { z } from 'zod'

export const Letter = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string(),
  at: z.string(),
  text: z.string(),
})
export type Letter = z.infer<typeof Letter>
