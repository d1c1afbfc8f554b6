import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import { chosenFilters, noFilters } from '../list-filters.ts'
import type { ListedView } from './shop-route.ts'

/** One link for each filter, which leads to the list without it. */
export function ChosenFilters({ view, car }: { view: ListedView; car: string | undefined }) {
  const chosen = chosenFilters(view, car)
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Chosen filters" className="mb-5 flex flex-wrap items-center gap-2">
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
          to={urls.shop({ ...view, ...noFilters })}
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
