import { filterNames } from '~/shop/catalogue/list-filters.ts'
import type { Page } from '~/shop/page.ts'

type Shown = { path: string; publicUrl: string; page: Page | undefined }

/** The address that a public page is known by, for search engines and for sharing; undefined for pages that have none. */
export function canonicalAddress({ path, publicUrl, page }: Shown) {
  if (page?.status || page?.inBrowserOnly) return undefined
  const { pathname, searchParams: query } = new URL(path, publicUrl)
  const isPart = ['q', ...filterNames].some((name) => query.has(name))
  const number = page?.paged && !isPart ? Number(query.get('page')) : 1
  return publicUrl + pathname + (number > 1 ? `?page=${number}` : '')
}
