import { Link, useRevalidator } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useRetry } from '~/platform/ui/LazyPanel.tsx'
import { urls } from '~/shop/urls.ts'
import type { Category } from '../categories/contract.ts'
import { chosenFilters, noFilters } from '../list-filters.ts'
import { isPartNumber } from '../list-rules.ts'
import type { ListedView } from './shop-route.ts'

type Props = { view: ListedView; category: string | undefined; nearKinds: Category[] | undefined }

/** The ways out are the same list without its filters, the same search in all parts, and all parts. */
export const NothingFound = ({ view, ...props }: Props) =>
  chosenFilters(view).length > 0 ? <NothingLeft view={view} /> : <NothingAtAll view={view} {...props} />

const NothingLeft = ({ view }: { view: ListedView }) => (
  <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
    <h3 className="text-[28px]">No part has all of this</h3>
    <p className="lead">
      {view.car
        ? 'Look at what does not fit the car or was not checked, too.'
        : 'Remove one of the filters above, or all of them.'}
    </p>
    <Link
      to={urls.shop({ ...view, ...noFilters, car: view.car, facts: view.facts, fit: view.car && 'all' })}
      className="btn btn-main"
    >
      {view.car ? 'Show all' : 'Clear filters'}
    </Link>
  </div>
)

const NothingAtAll = ({ view, category, nearKinds }: Props) => (
  <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-[22px] text-muted">
      <Icon name="search" />
    </span>
    <h3 className="text-[28px]">{headline(view, category)}</h3>
    <p className="lead">{advice(view)}</p>
    {nearKinds && (
      <nav
        aria-label="Near kinds of part"
        className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1"
      >
        <span className="text-muted">Near kinds:</span>
        {nearKinds.map(({ _id, name, path }) => (
          <Link key={_id} to={urls.shop({ path })} className="text-link flex min-h-11 items-center">
            {name}
          </Link>
        ))}
      </nav>
    )}
    <div className="mt-2 flex flex-wrap items-center justify-center gap-3">
      {category && view.q && (
        <Link to={urls.shop({ q: view.q })} className="btn btn-main">
          Search all parts
        </Link>
      )}
      {(view.q || category) && (
        <Link to={urls.shop()} className={`btn ${category && view.q ? 'btn-quiet' : 'btn-main'}`}>
          See all parts
        </Link>
      )}
      <Link to={urls.contact()} className="btn btn-quiet">
        Ask the workshop
      </Link>
    </div>
  </div>
)

function headline({ q }: ListedView, category: string | undefined) {
  if (!q) return category ? 'No parts here yet' : 'The shelf is empty'
  if (isPartNumber(q)) return 'No part of this number'
  return category ? `Not in ${category}` : 'Not on our shelf'
}

function advice({ q }: ListedView) {
  if (!q) return 'New parts are on their way. Please look in again soon.'
  if (isPartNumber(q)) return 'Compare it with the old part, or search for the name of the part.'
  return 'Try one word fewer, the plain name of the part, or its part number.'
}

/** Above the results from before, until what was asked for is there. */
export function SearchInterrupted({ q }: { q: string }) {
  const { revalidate, state } = useRevalidator()
  useRetry(true, () => void revalidate())
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-warn-tint px-4 py-3 text-warn"
    >
      <Icon name="alert" />
      <p className="min-w-60 flex-1 font-medium">
        The shop cannot be reached. These are the parts from before;{' '}
        {q ? `the search for “${q}” is repeated` : 'the list is loaded'} as soon as the connection is back.
      </p>
      <button
        type="button"
        className="btn btn-quiet"
        aria-disabled={state === 'loading'}
        onClick={() => void revalidate()}
      >
        Try again
      </button>
    </div>
  )
}
