import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import type { Category } from '../categories/contract.ts'
import type { Results } from '../product/results-origin.ts'
import { isOriginBefore, resultsOrigin } from '../product/results-origin.ts'

/** Above a part: back to where one found it, and the categories that it stands in. */
export const PartTrail = ({ trail }: { trail: Category[] }) => (
  <nav aria-label="Breadcrumb" className="py-1">
    <ol className="flex items-center overflow-x-auto text-sm whitespace-nowrap text-muted">
      <li>
        <BackToResults />
      </li>
      {trail.map(({ _id, name, path }) => (
        <li key={_id} className="flex items-center before:px-2 before:content-['/']">
          <Link to={urls.shop({ path })} className="inline-flex min-h-11 items-center hover:underline">
            {name}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)

/** To the results that a part was opened from, at the very place; or to all parts. */
function BackToResults() {
  const navigate = useNavigate()
  const results = resultsOrigin()
  function back(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !isOriginBefore()) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={results?.address ?? urls.shop()}
      onClick={back}
      className="text-link inline-flex min-h-11 items-center gap-2"
    >
      <Icon name="back" />
      {results ? backTo(results) : 'All parts'}
    </Link>
  )
}

function backTo({ address, q, total }: Results) {
  if (q) return `Back to results for ${q}`
  return address === urls.shop() ? 'All parts' : `Back to the ${countOf(total, 'part')}`
}
