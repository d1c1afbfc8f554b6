import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { urls } from '~/shop/urls.ts'
import { ForbiddenPage } from './ForbiddenPage.tsx'

/** Instead of a part that could not be loaded, whatever the reason. */
export function PartNotLoaded() {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    const again = () => void revalidate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [revalidate])
  return (
    <ForbiddenPage>
      <p className="lead">
        The part could not be loaded. It may have been taken out of the shop, its address may be mistyped, or
        the connection was interrupted.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-main"
          aria-disabled={state === 'loading'}
          onClick={() => void revalidate()}
        >
          {state === 'loading' ? 'Trying again…' : 'Try again'}
        </button>
        <Link to={urls.shop()} className="btn btn-quiet">
          All parts
        </Link>
      </div>
    </ForbiddenPage>
  )
}
