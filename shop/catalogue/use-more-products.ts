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
  const more = kept.of === data ? kept : nothingYet
  const lastShownPage = data.page + more.pages
  const hasMore = lastShownPage * productsPerPage < data.total

  async function load() {
    if (more.state === 'loading' || !hasMore) return
    setKept({ ...more, of: data, state: 'loading' })
    const next = await nextProducts(data, lastShownPage + 1)
    setKept((now) => {
      if (now.of !== data) return now
      if (!next) return { ...now, state: 'failed' }
      return { of: data, products: [...now.products, ...next], pages: now.pages + 1, state: 'ready' }
    })
  }

  return {
    products: once([...data.products, ...more.products]),
    state: more.state,
    hasMore,
    hasLoaded: more.pages > 0,
    load,
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
