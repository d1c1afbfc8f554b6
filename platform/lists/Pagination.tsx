import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'

type Props = { label: string; current: number; last: number; address: (page: number) => string }

const gap = 'gap'

const box = 'flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-1 tabular-nums'

export function Pagination({ label, current, last, address }: Props) {
  if (last <= 1) return null
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center gap-0.5 text-[15px] font-medium">
        {current > 1 && (
          <li className="max-sm:order-last">
            <Link to={address(current - 1)} rel="prev" className={`${box} px-3 hover:bg-sunken`}>
              <Icon name="back" />
              Previous
            </Link>
          </li>
        )}
        {pageNumbers(current, last).map((page, i) =>
          page === gap ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
            <li key={`${gap}-${i}`} className="w-6 text-center text-muted" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <PageLink page={page} isCurrent={page === current} address={address} />
            </li>
          ),
        )}
        {current < last && (
          <li className="max-sm:order-last">
            <Link to={address(current + 1)} rel="next" className={`${box} px-3 hover:bg-sunken`}>
              Next
              <Icon name="arrow" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

type PageLinkProps = { page: number; isCurrent: boolean; address: Props['address'] }

const PageLink = ({ page, isCurrent, address }: PageLinkProps) => (
  <Link
    to={address(page)}
    className={`${box} ${isCurrent ? 'bg-ink text-canvas' : 'hover:bg-sunken'}`}
    aria-current={isCurrent ? 'page' : undefined}
  >
    <span className="sr-only">Page </span>
    {page}
  </Link>
)

/** The ends, the current page and its neighbours; the rest are gaps, unless a gap would hide one page only. */
function pageNumbers(current: number, last: number): (number | typeof gap)[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const shown = [...new Set(near)].sort((a, b) => a - b)
  return shown.flatMap((page, i) => {
    const hidden = page - (shown[i - 1] ?? 0) - 1
    if (hidden === 0) return [page]
    return hidden === 1 ? [page - 1, page] : [gap, page]
  })
}
