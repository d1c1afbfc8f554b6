import { Link } from 'react-router'
import { countOf, formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import type { MatchedNumber } from '../contract.ts'
import type { ListedView } from './shop-route.ts'

type Props = {
  total: number
  page: number
  lastPage: number
  view: ListedView
  /** Words of the search that found nothing, and then those that found these parts. */
  missing: string
  found: string
  /** When the best part was found by its number. */
  matched: MatchedNumber | undefined
}

/** How many were found, said aloud when it changes. */
export const ShopResults = ({ page, lastPage, view, matched, ...results }: Props) => (
  <div className="mb-5 flex max-lg:mt-4 min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
    <h2 className="text-[22px] wrap-anywhere" aria-live="polite">
      {headline({ ...results, q: view.q, matched })}
      {matched && (
        <span className="block font-sans text-base font-normal tracking-normal text-muted">
          {numberNote(matched)}
        </span>
      )}
    </h2>
    {view.q && (
      <Link to={urls.shop({ ...view, q: '' })} className="text-link flex min-h-11 items-center text-sm">
        Clear search
      </Link>
    )}
    {lastPage > 1 && (
      <p className="ml-auto text-sm text-muted">
        Page {formatCount(page)} of {formatCount(lastPage)}
      </p>
    )}
  </div>
)

type Results = Pick<Props, 'total' | 'missing' | 'found' | 'matched'> & { q: string }

function headline({ total, missing, found, matched, q }: Results) {
  if (!q) return countOf(total, 'part')
  if (matched?.match === 'near' && !found) return `${countOf(total, 'part')} near “${q}”`
  if (missing && found && total > 0) return `No part for “${missing}”; ${formatCount(total)} for “${found}”`
  // Of a search that also names a car, the words about parts.
  return `${countOf(total, 'part')} for “${(total > 0 && found) || q}”`
}

function numberNote({ match, kind, number }: MatchedNumber) {
  if (match === 'near') return 'No part of this number. These differ by one character.'
  if (match === 'begins') return 'No part of exactly this number. These begin with it.'
  return kind === 'replaced' ? `${number} was replaced by this part.` : undefined
}
