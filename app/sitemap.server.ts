import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '~/platform/db/database.server.ts'
import { productsPerPage } from '~/shop/catalogue/rules.ts'
import { productsTotal } from '~/shop/catalogue/store.server.ts'
import { urls } from '~/shop/urls.ts'

const atOnce = 5000

export type Address = { path: string; changedAt?: string }

/** Every public page stands in one long list: those of the shop itself first, then one of each product. */
export const addressesTotal = async (db: Db) => (await pages(db)).length + (await productsTotal(db))

export async function addressesBetween(db: Db, from: number, to: number) {
  const first = await pages(db)
  const found = first.slice(from, to)
  const offset = Math.max(from, first.length) - first.length
  for await (const products of productsFrom(db, offset, to - first.length)) found.push(...products)
  return found
}

async function pages(db: Db): Promise<Address[]> {
  const shopPages = Math.ceil((await productsTotal(db)) / productsPerPage)
  const blogs = await db.selectFrom('blogs').select('id').orderBy('created_at').orderBy('id').execute()
  return [
    urls.home(),
    urls.shop(),
    ...Array.from({ length: Math.max(0, shopPages - 1) }, (_, n) => urls.shop({ page: n + 2 })),
    urls.blogs(),
    ...blogs.map(({ id }) => urls.blog(id)),
    urls.contact(),
    urls.portfolio(),
  ].map((path) => ({ path }))
}

/** Only the first batch has rows to skip; each next one goes on behind the last. */
async function* productsFrom(db: Db, offset: number, to: number): AsyncGenerator<Address[]> {
  let last: string | undefined
  for (let at = offset; at < to; at += atOnce) {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'changed_at'])
      .$if(last !== undefined, (query) => query.where('id', '>', last!))
      .orderBy('id')
      .limit(Math.min(atOnce, to - at))
      .$if(last === undefined, (query) => query.offset(offset))
      .execute()
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    yield rows.map(({ id, changed_at }) => ({ path: urls.product(id), changedAt: changed_at }))
    await nextTurn()
  }
}
