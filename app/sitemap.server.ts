import type { Db } from '~/platform/db/database.server.ts'
import { blogIds } from '~/shop/blog/api.server.ts'
import { categoryTree } from '~/shop/catalogue/categories/tree.server.ts'
import { productChanges } from '~/shop/catalogue/figures.server.ts'
import { productsPerPage } from '~/shop/catalogue/list-rules.ts'
import { productsTotal } from '~/shop/catalogue/store.server.ts'
import { addressOf } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import { pages as sitePages } from './routes.tsx'

export type Address = { path: string; changedAt?: string }

/** Every public page stands in one long list: those of the shop itself first, then one of each product. */
export const addressesTotal = async (db: Db) => (await pages(db)).length + (await productsTotal(db))

export async function addressesBetween(db: Db, from: number, to: number) {
  const first = await pages(db)
  const found = first.slice(from, to)
  const offset = Math.max(from, first.length) - first.length
  for await (const products of productChanges(db, offset, to - first.length))
    found.push(...products.map(({ id, changedAt }) => ({ path: urls.product(id), changedAt })))
  return found
}

async function pages(db: Db): Promise<Address[]> {
  const shopPages = Math.ceil((await productsTotal(db)) / productsPerPage)
  return [
    ...sitePages.filter(({ isInSitemap }) => isInSitemap).map(addressOf),
    ...Array.from({ length: Math.max(0, shopPages - 1) }, (_, n) => urls.shop({ page: n + 2 })),
    ...(await categoryTree(db)).filter(({ parts }) => parts > 0).map(({ path }) => urls.shop({ path })),
    ...(await blogIds(db)).map((id) => urls.blog(id)),
  ].map((path) => ({ path }))
}
