import { Link } from 'react-router'
import { countOf, formatCount } from '~/platform/figures.ts'
import { useSearchAsYouType } from '~/platform/lists/use-search-as-you-type.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import type { Category } from '../categories/contract.ts'
import type { Facets, MatchedNumber } from '../contract.ts'
import { filterNames } from '../filter-names.ts'
import { chosenFilters } from '../list-filters.ts'
import type { Sort } from '../list-rules.ts'
import { sorts } from '../list-rules.ts'
import type { CarriedCar } from '../product/slots.ts'
import { FilterButton } from './ShopDrawer.tsx'
import type { ListedView, ShopData } from './shop-route.ts'

type Props = Pick<ShopData, 'total' | 'page' | 'missing' | 'found'> & {
  view: ListedView
  trail: Category[]
  carried: CarriedCar
  fit: Facets['fit']
  lastPage: number
  /** Whether there is nothing to sort or to filter. */
  isEmpty: boolean
  /** When the best part was found by its number. */
  matched: MatchedNumber | undefined
}

/** One line, so that the parts are on the first screen: where one is, how many parts there are, and their order. */
export function ListHead({ view, trail, carried, page, lastPage, isEmpty, matched, ...results }: Props) {
  const category = trail.at(-1)
  // Each page of a list has its own address for search engines, so it has its own title, too.
  const titled = (name: string) => (page > 1 ? `${name}, page ${page}` : name)
  return (
    <header className="list-head">
      <Title
        page={titled(category?.name ?? 'Shop')}
        description={category?.description || defaultDescription}
      />
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        {category && <Breadcrumbs trail={trail.slice(0, -1)} carried={carried} />}
        <h1 className="text-2xl wrap-anywhere">{category?.name ?? (view.q ? 'Search' : 'All parts')}</h1>
        {/* Said aloud when it changes. */}
        <h2
          className="font-sans text-base font-normal tracking-normal text-muted [word-spacing:normal] wrap-anywhere"
          aria-live="polite"
        >
          {headline({ ...results, matched, view })}
        </h2>
        {view.q && (
          <Link
            to={urls.shop({ ...view, q: '' })}
            className="text-link inline-flex min-h-6 items-center text-sm"
          >
            Clear search
          </Link>
        )}
        {lastPage > 1 && (
          <p className="text-sm text-muted">
            Page {formatCount(page)} of {formatCount(lastPage)}
          </p>
        )}
        {matched && <p className="w-full text-sm text-muted">{numberNote(matched)}</p>}
      </div>
      {!isEmpty && (
        <div className="list-tools">
          <FilterButton chosen={chosenFilters(view).length} />
          <SortForm view={view} />
        </div>
      )}
    </header>
  )
}

type Results = Pick<Props, 'total' | 'missing' | 'found' | 'fit' | 'matched' | 'view'>

function headline({ total, missing, found, matched, fit, view: { q, fit: wanted } }: Results) {
  const parts = countOf(total, 'part')
  if (q && matched?.match === 'near' && !found) return `${parts} near “${q}”`
  if (q && missing && found && total > 0)
    return `No part for “${missing}”; ${formatCount(total)} for “${found}”`
  // Of a search that also names a car, the words about parts.
  if (q) return `${parts} for “${(total > 0 && found) || q}”`
  return fit && wanted !== 'all' ? `${parts}${notChecked(wanted)} for ${fit.shortName}` : parts
}

const notChecked = (wanted: string) => (wanted === 'unknown' ? ' not checked' : '')

function numberNote({ match, kind, number }: MatchedNumber) {
  if (match === 'near') return 'No part of this number. These differ by one character.'
  if (match === 'begins') return 'No part of exactly this number. These begin with it.'
  return kind === 'replaced' ? `${number} was replaced by this part.` : undefined
}

const sortNames: Record<Exclude<Sort, 'featured'>, string> = {
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  name: 'Name, A to Z',
  newest: 'Newest first',
}

const nameOf = (sort: Sort, { q, car }: ListedView) => {
  if (sort !== 'featured') return sortNames[sort]
  return q ? 'Relevance' : car ? 'Best fit' : 'Featured'
}

function SortForm({ view }: { view: ListedView }) {
  const { q, sort, path } = view
  const { form, now } = useSearchAsYouType({ sort }, (chosen) => urls.shop({ ...view, ...chosen }))
  return (
    <form ref={form} method="get" action={urls.shop({ path })} onSubmit={now} className="flex gap-2">
      {q && <input type="hidden" name="q" value={q} />}
      {filterNames.flatMap((name) =>
        [view[name]]
          .flat()
          .filter(Boolean)
          .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
      )}
      <label className="flex min-w-0 flex-1 items-center gap-2 text-sm">
        <span className="flex-none max-md:sr-only">Sort by</span>
        <select
          name="sort"
          defaultValue={sort}
          onChange={now}
          autoComplete="off"
          className="input text-base md:w-46"
        >
          {sorts.map((name) => (
            <option key={name} value={name}>
              {nameOf(name, view)}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className="btn btn-quiet">
          Sort
        </button>
      </noscript>
    </form>
  )
}

const defaultDescription =
  'Brakes, filters, batteries, lights and tools: car parts with honest measurements, prices and stock.'

/** From all parts down to where one is. */
const Breadcrumbs = ({ trail, carried }: Pick<Props, 'trail' | 'carried'>) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center text-sm text-muted">
      <li>
        <Link to={urls.shop(carried)} className="text-link inline-flex min-h-6 items-center">
          All parts
        </Link>
      </li>
      {trail.map(({ _id, name, path }) => (
        <li key={_id} className="flex items-center before:px-2 before:content-['/']">
          <Link to={urls.shop({ ...carried, path })} className="text-link inline-flex min-h-6 items-center">
            {name}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)
