import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { useSearchAsYouType } from '~/platform/lists/use-search-as-you-type.ts'
import { urls } from '~/shop/urls.ts'
import { filterNames } from '../list-filters.ts'
import type { Sort } from '../list-rules.ts'
import { sorts } from '../list-rules.ts'
import type { ListedView } from './shop-route.ts'

type Props = {
  view: ListedView
  /** What is searched, when it is not all parts. */
  category: string | undefined
}

const sortNames: Record<Sort, string> = {
  featured: 'Featured',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  name: 'Name, A to Z',
  newest: 'Newest first',
}

export function ShopSearch({ view, category }: Props) {
  const { q, sort, path } = view
  const { form, soon, now } = useSearchAsYouType({ q, sort }, (typed) => urls.shop({ ...view, ...typed }))
  return (
    <search aria-label="Parts">
      <form
        ref={form}
        method="get"
        action={urls.shop({ path })}
        onSubmit={now}
        className="panel grid gap-3 p-3 sm:grid-cols-[1fr_auto] lg:grid-cols-[1fr_auto_auto]"
      >
        <SearchInput
          id="shop-search"
          label="Search parts"
          isLarge
          box="max-lg:sm:col-span-2"
          defaultValue={q}
          onChange={soon}
          enterKeyHint="search"
          placeholder={category ? `Search in ${category}` : 'Brake pads, 5W-30, battery…'}
        />
        {filterNames.flatMap((name) =>
          [view[name]]
            .flat()
            .filter(Boolean)
            .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
        )}
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
