import { z } from 'zod'

const whats = [
  'product added',
  'product edited',
  'product deleted',
  'stock set',
  'made admin',
  'user deleted',
  'account deleted',
  'order cancelled',
  'order refunded',
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

export const AuditWish = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1),
  limit: z.coerce.number().int().min(1).max(48).default(24).catch(48),
  q: z.string().trim().max(80).optional().catch(undefined),
})
export type AuditWish = z.infer<typeof AuditWish>
