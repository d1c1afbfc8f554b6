import { formatCount } from '~/platform/figures.ts'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import type { MoreProducts } from './use-more-products.ts'

/** For those with scripts; the numbered pages below it are for everyone. */
export function LoadMore({ more, total }: { more: MoreProducts; total: number }) {
  const isHydrated = useHydrated()
  const { products, state, hasMore, hasLoaded, load } = more
  return (
    <div className="mb-6 mt-10 grid justify-items-center gap-3 text-center">
      <p role="status" className="text-sm text-muted">
        Showing {formatCount(products.length)} of {formatCount(total)} parts
      </p>
      {state === 'failed' && (
        <p role="alert" className="field-error">
          More parts could not be loaded. Check your connection and try again.
        </p>
      )}
      <div className="min-h-11">
        {/* At the end it stays, at rest: taking it away would take the keyboard's place with it. */}
        {isHydrated && (hasMore || hasLoaded) && (
          <button
            type="button"
            className="btn btn-quiet aria-disabled:border-line aria-disabled:text-muted"
            aria-disabled={state === 'loading' || !hasMore}
            onClick={() => void load()}
          >
            {state === 'loading' ? 'Loading…' : hasMore ? 'Load more' : 'That is all of them'}
          </button>
        )}
      </div>
    </div>
  )
}
