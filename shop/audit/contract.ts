import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'

const whats = [
  'product added',
  'product edited',
  'product hidden',
  'product shown',
  'product deleted',
  'stock set',
  'category added',
  'category edited',
  'category moved',
  'category deleted',
  'attribute added',
  'attribute renamed',
  'attribute deleted',
  'synonyms changed',
  'shop settings changed',
  'page changed',
  'fitment added',
  'fitment edited',
  'fitment deleted',
  'fitments copied',
  'fitments imported',
  'vehicle added',
  'vehicle edited',
  'vehicle deleted',
  'vehicles imported',
  'numbers imported',
  'question added',
  'question edited',
  'blog added',
  'blog edited',
  'blog deleted',
  'books exported',
  'made admin',
  'admin removed',
  'role changed',
  'user deleted',
  'account deleted',
  'second factor removed',
  'order cancelled',
  'order refunded',
  'refund tried again',
  'refund closed',
  'address asked for',
  'parcel packed',
  'part taken out of a parcel',
  'parcel shipped',
  'parcel delivered',
  'parcel step undone',
  'return accepted',
  'return declined',
  'return withdrawn',
  'return received',
  'return refunded',
  'withdrawal accepted',
  'statement put aside',
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

export const auditContract = {
  /** Always one page: no route answers the whole of it. */
  listAuditEntries: { query: OnePageQuery, response: z.array(AuditEntry) },
} satisfies Contract
export type AuditContract = typeof auditContract
