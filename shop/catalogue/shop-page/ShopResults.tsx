import { counted } from '~/platform/figures.ts'
import { Link } from '~/platform/ui/Link.tsx'
import { urls } from '~/shop/urls.ts'
import type { MatchedNumber } from '../contract.ts'
import type { ListedView } from './shop-route.ts'

type Props = {
  total: number
  page: number
  lastPage: number
  view: ListedView
  missing: string
  /** When the best part was found by its number. */
  matched: MatchedNumber | undefined
}

/** How many were found, said aloud when it changes. */
export const ShopResults = ({ total, page, lastPage, view, missing, matched }: Props) => (
  <div className="mb-5 flex max-lg:mt-4 min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
    <h2 className="text-[22px]" aria-live="polite">
      {counted(total)} {total === 1 ? 'part' : 'parts'}
      {view.q && ` for “${view.q}”`}
      <span className="block font-sans text-base font-normal tracking-normal text-muted">
        {matched
          ? numberNote(matched)
          : missing && total > 0 && <>No part for “{missing}”: these have the rest.</>}
      </span>
    </h2>
    {view.q && (
      <Link to={urls.shop({ ...view, q: '' })} className="text-link flex min-h-11 items-center text-sm">
        Clear search
      </Link>
    )}
    {lastPage > 1 && (
      <p className="ml-auto text-sm text-muted">
        Page {counted(page)} of {counted(lastPage)}
      </p>
    )}
  </div>
)

function numberNote({ match, kind, number }: MatchedNumber) {
  if (match === 'near') return 'No part of this number. These differ by one character.'
  if (match === 'begins') return 'No part of exactly this number. These begin with it.'
  return kind === 'replaced' ? `${number} was replaced by this part.` : undefined
}
