import { sql } from 'kysely'
import type { AuditEntryRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { auditRoutes } from '~/shop/admin-routes.ts'
import { auditContract } from './contract.ts'

/** Read-only: no endpoint changes or deletes an entry. */
export const auditApi = ({ db }: Database) =>
  endpoints(auditRoutes, auditContract, {
    listAuditEntries: {
      access: 'people',
      summary:
        'Who changed what, newest first, with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ query }) => listEntries(db, query),
    },
  })

async function listEntries(db: Db, query: ListQuery) {
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const page = await readListPage<AuditEntryRow>(
    db,
    {
      table: 'audit_entries',
      keys: ['at', 'id'],
      direction: 'desc',
      where: words.map((word) => contains(sql.ref('search_text'), word)),
    },
    query,
  )
  return page.map(({ id, at, email, what, subject, details }) => ({
    _id: id,
    at,
    email,
    what,
    subject,
    details: JSON.parse(details),
  }))
}
