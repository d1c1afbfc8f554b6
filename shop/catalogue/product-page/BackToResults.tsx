import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import { isOriginBefore, resultsOrigin } from '../product/results-origin.ts'

/** To the results that a part was opened from, at the very place; or to all parts. */
export function BackToResults() {
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
      className="text-link inline-flex min-h-11 items-center gap-2 text-sm"
    >
      <Icon name="back" />
      {results?.q ? `Back to results for ${results.q}` : 'All parts'}
    </Link>
  )
}
