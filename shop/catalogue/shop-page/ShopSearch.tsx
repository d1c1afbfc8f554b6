import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import type { Sort } from '../rules.ts'
import { longestSearch, sorts } from '../rules.ts'
import { useSearchAsYouType } from './use-search-as-you-type.ts'

type Props = { q: string; sort: Sort }

const sortNames: Record<Sort, string> = {
  featured: 'Featured',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  name: 'Name, A to Z',
  newest: 'Newest first',
}

export function ShopSearch({ q, sort }: Props) {
  const { form, soon, now } = useSearchAsYouType({ q, sort })
  return (
    <search aria-label="Parts">
      <form
        ref={form}
        method="get"
        action={urls.shop()}
        onSubmit={now}
        className="panel grid gap-3 p-3 sm:grid-cols-[1fr_auto] lg:grid-cols-[1fr_auto_auto]"
      >
        <label className="relative block max-lg:sm:col-span-2">
          <span className="sr-only">Search parts</span>
          <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-muted">
            <Icon name="search" />
          </span>
          <input
            type="search"
            name="q"
            defaultValue={q}
            onChange={soon}
            maxLength={longestSearch}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="Brake pads, 5W-30, battery…"
            className="input pl-11"
          />
        </label>
        <label className="flex items-center gap-3">
          <span className="flex-none pl-1 text-sm font-medium">Sort by</span>
          <select name="sort" defaultValue={sort} onChange={now} autoComplete="off" className="input sm:w-52">
            {sorts.map((name) => (
              <option key={name} value={name}>
                {sortNames[name]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn btn-main">
          Search
        </button>
      </form>
    </search>
  )
}
