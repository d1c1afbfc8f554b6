import { listLoader } from '~/shop/identity/session/admin-get.ts'
import { urls } from '~/shop/urls.ts'
import type { AuditEntry } from './contract.ts'

export { AuditPage as Component } from './AuditPage.tsx'

export const loader = listLoader<AuditEntry>(urls.api.audit)
