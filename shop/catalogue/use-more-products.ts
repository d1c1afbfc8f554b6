import { useState } from 'react'
import { getByHttp } from '~/platform/pages/api-context.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'
import { productsPerPage } from './rules.ts'
import type { ShopData } from './shop-route.ts'

export type MoreProducts = ReturnType<typeof useMoreProducts>

type More = { products: Product[]; pages: number; state: 'ready' | 'loading' | 'failed' }
const nothingYet: More = { products: [], pages: 0, state: 'ready' }

/** The products of the page, and those of the next pages that the visitor asked to see below them. */
export function useMoreProducts(data: ShopData) {
  const [kept, setKept] = useState({ of: data, ...nothingYet })
  // What was loaded below another search or page is not of this one.
  const more = isSameList(kept.of, data) ? kept : nothingYet
  const lastShownPage = data.page + more.pages
  const hasMore = lastShownPage * productsPerPage < data.total

  async function load() {
    if (more.state === 'loading' || !hasMore) return
    setKept({ ...more, of: data, state: 'loading' })
    const next = await nextProducts(data, lastShownPage + 1)
    setKept((now) => {
      if (!isSameList(now.of, data)) return now
      if (!next) return { ...now, state: 'failed' }
      return { of: data, products: [...now.products, ...next], pages: now.pages + 1, state: 'ready' }
    })
  }

  /** The same pages once more, with what is true now. */
  async function refresh() {
    if (more.pages === 0 || more.state === 'loading') return
    const pages = Array.from({ length: more.pages }, (_, n) => nextProducts(data, data.page + 1 + n))
    const fresh = await Promise.all(pages)
    if (fresh.includes(undefined)) return
    setKept((now) =>
      isSameList(now.of, data) && now.pages === more.pages
        ? { ...now, products: fresh.flatMap((p) => p!) }
        : now,
    )
  }

  return {
    products: once([...data.products, ...more.products]),
    state: more.state,
    hasMore,
    hasLoaded: more.pages > 0,
    load,
    refresh,
  }
}

async function nextProducts({ q, sort }: ShopData, page: number) {
  try {
    const path = urls.api.products({ q, sort, page, limit: productsPerPage })
    return (await getByHttp<Product[]>(path)).data
  } catch {
    return undefined
  }
}

/** A product may have moved to the next page since this one was loaded. */
const once = (products: Product[]) => [...new Map(products.map((product) => [product._id, product])).values()]

const isSameList = (a: ShopData, b: ShopData) => a.q === b.q && a.sort === b.sort && a.page === b.page
