import { z } from 'zod'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { AuditEntry, AuditWish } from './contract.ts'

/** It can be read, and that is all: no door changes or deletes an entry. */
export const auditApi = ({ db }: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/audit',
    who: 'admin',
    summary: 'Who changed what, newest first, with ?page=, ?limit= and ?q=',
    query: AuditWish,
    answer: z.array(AuditEntry),
    act: ({ query }) => onePageOfEntries(db, query),
  }),
]

async function onePageOfEntries(db: Db, { page, limit, q }: AuditWish) {
  let wanted = db.selectFrom('audit_entries')
  for (const word of (q ?? '').toLowerCase().split(/\s+/).filter(Boolean))
    wanted = wanted.where('search_text', 'like', `%${word.replace(/[%_]/g, '')}%`)
  const [rows, { count }] = await Promise.all([
    wanted
      .select(['id', 'at', 'email', 'what', 'subject', 'details'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    wanted.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const entries = rows.map(({ id, details, ...row }) => ({ _id: id, ...row, details: JSON.parse(details) }))
  return new WithTotal(entries, Number(count))
}
