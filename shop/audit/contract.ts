import { z } from 'zod'

const whats = [
  'product added',
  'product edited',
  'product deleted',
  'stock set',
  'made admin',
  'admin removed',
  'user deleted',
  'account deleted',
  'second factor removed',
  'order cancelled',
  'order refunded',
  'refund tried again',
  'refund closed',
] as const
export type What = (typeof whats)[number]

export const AuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  email: z.string(),
  what: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
