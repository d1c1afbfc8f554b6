import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import { chosenFilters, noFilters } from '../list-filters.ts'
import type { ListedView } from './shop-route.ts'

/** One link for each filter, which leads to the list without it. The car has a line of its own. */
export function ChosenFilters({ view }: { view: ListedView }) {
  const chosen = chosenFilters(view).filter(({ name }) => name !== 'car')
  const { car, facts, fit } = view
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Chosen filters" className="mb-3 flex flex-wrap items-center gap-2">
      {chosen.map(({ text, without }) => (
        <li key={text} className="min-w-0">
          <Link
            to={urls.shop({ ...view, ...without })}
            replace
            preventScrollReset
            rel="nofollow"
            className="chip min-h-9 max-w-full bg-sunken hover:bg-accent-tint"
          >
            <span className="sr-only">Remove filter </span>
            <span className="min-w-0 truncate">{text}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={urls.shop({ ...view, ...noFilters, car, facts, fit })}
          replace
          preventScrollReset
          className="text-link flex min-h-9 items-center px-2 text-sm"
        >
          Clear all filters
        </Link>
      </li>
    </ul>
  )
}
