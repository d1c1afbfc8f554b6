import type { LoaderFunctionArgs } from 'react-router'
import { privateList } from '~/shop/identity/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { AuditEntry } from './contract.ts'
import { entriesPerPage, longestSearch } from './rules.ts'

export { AuditPage as Component } from './AuditPage.tsx'

export type AuditData = { entries: AuditEntry[]; total: number; page: number; q: string }

export async function loader({ request }: LoaderFunctionArgs): Promise<AuditData | null> {
  const query = new URL(request.url).searchParams
  const asked = Number(query.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1
  const q = (query.get('q') ?? '').trim().slice(0, longestSearch)
  const found = await privateList<AuditEntry>(urls.api.audit({ page, q, limit: entriesPerPage }))
  return found ? { entries: found.data, total: found.total, page, q } : null
}
