import type { FormEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { ManageView } from './manage-route.ts'
import { longestSearch } from './rules.ts'

const pauseMs = 250

const sortNames: Record<ManageView['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  'name-down': 'Name, Z to A',
  'stock-low': 'Stock, low to high',
  'stock-high': 'Stock, high to low',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
}

/** What is searched and how it is sorted stands in the address, so that a view can be kept and sent to a colleague. */
export function ManageSearch({ view }: { view: ManageView }) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(event?: FormEvent) {
    event?.preventDefault()
    clearTimeout(timer.current)
    const typed = new FormData(form.current!)
    const said = (name: string) => String(typed.get(name) ?? '').trim()
    const sort = said('sort') === 'newest' ? '' : said('sort')
    const address = urls.manageProducts({ q: said('q'), sort, stock: said('stock') })
    void navigate(address, { replace: true, preventScrollReset: true })
  }
  return (
    <search aria-label="Products">
      <form ref={form} onSubmit={search} className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto_auto]">
        <label className="max-sm:col-span-2">
          <span className="sr-only">Search products</span>
          <input
            type="search"
            name="q"
            defaultValue={view.q}
            maxLength={longestSearch}
            placeholder="Search name or description…"
            autoComplete="off"
            className="input"
            onChange={() => {
              clearTimeout(timer.current)
              timer.current = setTimeout(search, pauseMs)
            }}
          />
        </label>
        <label>
          <span className="sr-only">Stock</span>
          <select name="stock" className="input" value={view.stock} onChange={() => search()}>
            <option value="">All stock</option>
            <option value="low">Low stock</option>
            <option value="out">Out of stock</option>
          </select>
        </label>
        <label>
          <span className="sr-only">Sort by</span>
          <select name="sort" className="input" value={view.sort} onChange={() => search()}>
            {Object.entries(sortNames).map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  )
}
