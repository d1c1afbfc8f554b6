import { filterNames } from '~/shop/catalogue/list-rules.ts'
import type { Handle } from './routes.tsx'

type Page = { path: string; publicUrl: string; handle: Handle | undefined }

/** The address that a public page is known by, for search engines and for sharing; undefined for pages that have none. */
export function canonicalAddress({ path, publicUrl, handle }: Page) {
  if (handle?.status || handle?.inBrowserOnly) return undefined
  const { pathname, searchParams: query } = new URL(path, publicUrl)
  const isPart = ['q', ...filterNames].some((name) => query.has(name))
  const page = handle?.paged && !isPart ? Number(query.get('page')) : 1
  return publicUrl + pathname + (page > 1 ? `?page=${page}` : '')
}
