import { useEffect, useReducer, useRef } from 'react'
import { useLocation } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { formatCount } from '~/platform/figures.ts'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { filtersOf } from '../list-filters.ts'
import { productsPerPage } from '../list-rules.ts'
import type { ShopData } from './shop-route.ts'

type MoreProducts = ReturnType<typeof useMoreProducts>

type More = { products: Product[]; pages: number; state: 'ready' | 'loading' | 'failed' }
const nothingYet: More = { products: [], pages: 0, state: 'ready' }

/** By the place in the history, so that coming back finds as many parts as there were, and its scroll position. */
const loadedAt = new Map<string, More & { of: ShopData }>()
const mostPlaces = 20

/** The products of the page, and those of the next pages that the visitor asked to see below them. */
export function useMoreProducts(data: ShopData) {
  const { key } = useLocation()
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const loaded = () => {
    const found = loadedAt.get(key)
    // What was loaded below another search or page is not of this one.
    return found && isSameList(found.of, data) ? found : nothingYet
  }
  const more = loaded()
  const lastShownPage = data.page + more.pages
  const hasMore = lastShownPage * productsPerPage < data.total

  function store(next: More) {
    loadedAt.delete(key)
    loadedAt.set(key, { ...next, of: data })
    for (const oldest of loadedAt.keys()) if (loadedAt.size > mostPlaces) loadedAt.delete(oldest)
    redraw()
  }

  async function load() {
    if (more.state === 'loading' || !hasMore) return
    store({ ...more, state: 'loading' })
    const next = await nextProducts(data, lastShownPage + 1)
    const now = loaded()
    if (next) store({ products: [...now.products, ...next], pages: now.pages + 1, state: 'ready' })
    else store({ ...now, state: 'failed' })
  }

  /** The same pages once more, with what is true now. */
  async function refresh() {
    if (more.pages === 0 || more.state === 'loading') return
    const pages = Array.from({ length: more.pages }, (_, n) => nextProducts(data, data.page + 1 + n))
    const fresh = await Promise.all(pages)
    if (fresh.includes(undefined) || loaded().pages !== more.pages) return
    store({ ...loaded(), products: fresh.flatMap((products) => products!) })
  }

  const refreshLatest = useRef(refresh)
  useEffect(() => {
    refreshLatest.current = refresh
  })
  // Coming back to a place is the reason to ask what has changed meanwhile.
  useEffect(() => {
    if (loadedAt.has(key)) void refreshLatest.current()
  }, [key])

  return {
    products: once([...data.products, ...more.products]),
    state: more.state,
    hasMore,
    hasLoaded: more.pages > 0,
    load,
    refresh,
  }
}

async function nextProducts(data: ShopData, page: number) {
  try {
    const { q, sort, path } = data
    const filters = { category: path.split('/').at(-1), ...filtersOf(data) }
    const query = { q, sort, ...filters, page, limit: productsPerPage }
    return (await getByHttp(catalogueRoutes.listProducts, { query })).data
  } catch {
    return undefined
  }
}

/** A product may have moved to the next page since this one was loaded. */
const once = (products: Product[]) => [...new Map(products.map((product) => [product._id, product])).values()]

const isSameList = (a: ShopData, b: ShopData) => urls.shop(a) === urls.shop(b)

/** For those with scripts; the numbered pages below it are for everyone. */
export function LoadMore({ more, total }: { more: MoreProducts; total: number }) {
  const isHydrated = useHydrated()
  const { products, state, hasMore, hasLoaded, load } = more
  return (
    <div className="mb-6 mt-10 grid justify-items-center gap-3 text-center">
      <p role="status" className="text-sm text-muted">
        Showing {formatCount(products.length)} of {formatCount(total)} parts
      </p>
      {state === 'failed' && (
        <p role="alert" className="field-error">
          More parts could not be loaded. Check your connection and try again.
        </p>
      )}
      <div className="min-h-11">
        {/* At the end it stays, at rest: taking it away would take the keyboard's place with it. */}
        {isHydrated && (hasMore || hasLoaded) && (
          <button
            type="button"
            className="btn btn-quiet aria-disabled:border-line aria-disabled:text-muted"
            aria-disabled={state === 'loading' || !hasMore}
            onClick={() => void load()}
          >
            {state === 'loading' ? 'Loading…' : hasMore ? 'Load more' : 'That is all of them'}
          </button>
        )}
      </div>
    </div>
  )
}
