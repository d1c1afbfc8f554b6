import type { Db, Tx } from '~/platform/db/database.server.ts'
import { formatCount } from '~/platform/figures.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import type { ImportedLines } from '~/platform/import/csv-table.ts'
import type { What } from './contract.ts'

/** Who did it: a caller of the API, or the operator of the shop at a terminal. */
export type Actor = Pick<Caller, 'userId' | 'email' | 'program'>
export const operator: Actor = { userId: '', email: 'operator' }

type AuditEvent = {
  what: What
  /** What was changed, readable after it is gone: a product's name, a person's address, an order's id. */
  subject: string
  /** The values before and after, or other facts that explain the change. Nothing secret. */
  details?: Record<string, unknown>
}

const rowsPerStatement = 500

/** Records who did it in the transaction of the change itself: both are committed, or neither. */
export const record = (tx: Tx, by: Actor, event: AuditEvent) => recordAll(tx, by, [event])

export async function recordAll(tx: Tx, by: Actor, events: AuditEvent[]) {
  const at = new Date().toISOString()
  const rows = events.map(({ what, subject, details = {} }) => ({
    id: newId(),
    at,
    user_id: by.userId,
    email: by.email,
    what,
    subject,
    details: JSON.stringify({ ...details, ...(by.program !== undefined && { program: by.program }) }),
    search_text: [by.email, what, subject, by.program].filter(Boolean).join(' ').toLowerCase(),
  }))
  for (let i = 0; i < rows.length; i += rowsPerStatement)
    await tx
      .insertInto('audit_entries')
      .values(rows.slice(i, i + rowsPerStatement))
      .execute()
}

/** What a person did, and what was done to them. */
export const exportAuditEntries = (db: Db, { userId, email }: Actor) =>
  db
    .selectFrom('audit_entries')
    .select(['at', 'what', 'subject', 'details'])
    .where((e) => e.or([e('user_id', '=', userId), e('subject', '=', email)]))
    .execute()

type Imported = 'fitments imported' | 'vehicles imported' | 'numbers imported'

/** A file as one entry: a million lines would be a million. */
export const recordImport = (tx: Tx, by: Actor, what: Imported, { lines, added, changed }: ImportedLines) =>
  record(tx, by, { what, subject: `${formatCount(lines)} lines`, details: { added, changed } })
