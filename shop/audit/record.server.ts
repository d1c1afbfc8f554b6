import type { Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import type { What } from './contract.ts'

type Deed = {
  what: What
  /** What it was done to, in words that last: a product's name, a person's address, an order's id. */
  subject: string
  /** What it was before and after, or whatever else one would ask later. Nothing secret. */
  details?: Record<string, unknown>
}

const atOnce = 500

/** Writes down who did it, in the transaction of the deed itself: neither is there without the other. */
export const record = (tx: Tx, by: Caller, deed: Deed) => recordAll(tx, by, [deed])

export async function recordAll(tx: Tx, by: Caller, deeds: Deed[]) {
  const at = new Date().toISOString()
  const rows = deeds.map(({ what, subject, details = {} }) => ({
    id: newId(),
    at,
    user_id: by.userId,
    email: by.email,
    what,
    subject,
    details: JSON.stringify(details),
    search_text: `${by.email} ${what} ${subject}`.toLowerCase(),
  }))
  for (let i = 0; i < rows.length; i += atOnce)
    await tx
      .insertInto('audit_entries')
      .values(rows.slice(i, i + atOnce))
      .execute()
}
