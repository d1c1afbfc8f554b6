import { z } from 'zod'
import { ListQuery } from '~/platform/lists/list-query.ts'

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

/** Always one page: there is no door to the whole of it. */
export const AuditQuery = ListQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1),
})
export type AuditQuery = z.infer<typeof AuditQuery>
