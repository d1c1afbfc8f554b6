import type { Routes } from '~/platform/client/route.ts'
import type { AuditContract } from './contract.ts'

export const auditRoutes: Routes<AuditContract> = {
  listAuditEntries: { method: 'GET', path: '/api/audit' },
}
