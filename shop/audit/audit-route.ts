import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { auditRoutes } from './routes.ts'

export { AuditPage as Component } from './AuditPage.tsx'

export const loader = listLoader(auditRoutes.listAuditEntries)
