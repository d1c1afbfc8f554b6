import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'

let pages: typeof import('./refused-pages.tsx') | undefined

/** Before an answer that is an error is shown: few visitors ever see one. */
export async function loadErrorPages() {
  pages = await import('./refused-pages.tsx')
}

/** What is shown instead of a page whose data could not be had. */
export function ErrorPage() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (pages && status === 404) return <pages.NotFoundPage />
  if (pages && status === 414) return <pages.NotFoundPage isUnreadable />
  if (pages && status === 403) return <pages.ForbiddenPage />
  const isUnreachable = status === 503 || (status < 500 && !pages)
  return <TroublePage isUnreachable={isUnreachable || globalThis.navigator?.onLine === false} />
}

/** Something of ours broke, or the connection did. Trying again requests the whole page again. */
function TroublePage({ isUnreachable }: { isUnreachable: boolean }) {
  const here = useLocation()
  return (
    <section className="section grid justify-items-start gap-5 lg:py-28">
      <Title page="Trouble" />
      <span className="grid size-14 place-items-center rounded-full bg-danger-tint text-[22px] text-danger">
        <Icon name="alert" />
      </span>
      <h1 className="max-w-[18ch] text-[clamp(36px,5.2vw,64px)] leading-[1.04]">
        {isUnreachable ? 'The shop cannot be reached.' : 'Sorry, something broke on our side.'}
      </h1>
      <p className="lead">
        {isUnreachable
          ? 'Check your connection and try again.'
          : 'It was nothing you did. Please try again in a moment, and tell us if it keeps happening.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Link to={here} reloadDocument className="btn btn-main">
          Try again
        </Link>
        <Link to={urls.home()} reloadDocument className="btn btn-quiet">
          Back to the home page
        </Link>
      </div>
    </section>
  )
}
