import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import type { Facets } from '../contract.ts'
import type { ListedView } from './shop-route.ts'

type Props = { fit: NonNullable<Facets['fit']>; view: ListedView }

/** In a list for a car: nothing is left out without being said, and a link leads to what was not checked. */
export function FitLine({ fit, view }: Props) {
  const isWhole = fit.unknown + fit.not === 0
  if (view.fit === 'all' || (isWhole && view.fit !== 'unknown')) return null
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-3 border-t border-line pt-2 text-sm text-muted">
      {view.fit === 'unknown' ? (
        <>
          <span>Nobody has checked these against the {fit.shortName}.</span>
          <ListLink to={urls.shop({ ...view, fit: '' })}>{formatCount(fit.fits)} that fit</ListLink>
        </>
      ) : (
        <>
          <span>Not shown:</span>
          {fit.unknown > 0 && (
            <ListLink to={urls.shop({ ...view, fit: 'unknown' })}>
              {formatCount(fit.unknown)} not checked
            </ListLink>
          )}
          {fit.not > 0 && <span>{formatCount(fit.not)} that do not fit</span>}
          <ListLink to={urls.shop({ ...view, fit: 'all' })}>
            Show all {formatCount(fit.fits + fit.unknown + fit.not)} parts
          </ListLink>
        </>
      )}
    </p>
  )
}

const ListLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    rel="nofollow"
    replace
    preventScrollReset
    className="text-link inline-flex min-h-11 items-center"
  >
    {children}
  </Link>
)
