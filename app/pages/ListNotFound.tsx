import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import { ErrorPage } from './ErrorPage.tsx'

/** Instead of a list of parts. One for a car is most likely not there because the car is no longer listed. */
export function ListNotFound() {
  const error = useRouteError()
  const isForCar = new URLSearchParams(useLocation().search).has('car')
  if (!isForCar || !isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <section className="section grid justify-items-start gap-5 lg:py-28">
      <Title page="Not Found" description="There is no list of parts for this car." />
      <p className="eyebrow">404, list not found</p>
      <h1 className="max-w-[20ch] text-[clamp(36px,5.2vw,64px)] leading-[1.04]">
        There is no list for this car.
      </h1>
      <p className="lead">
        The car may no longer be among those we know. Choose it again, or look at all parts.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Link to={urls.garage()} className="btn btn-main">
          Choose your car
        </Link>
        <Link to={urls.shop()} className="btn btn-quiet">
          All parts
        </Link>
      </div>
    </section>
  )
}
