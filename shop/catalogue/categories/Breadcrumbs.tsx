import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { CarriedCar } from '../product/slots.ts'
import type { Category } from './contract.ts'

type Props = {
  trail: Category[]
  /** The car that the lists are for, if any. */
  carried?: CarriedCar
}

/** From all parts down to where one is. */
export const Breadcrumbs = ({ trail, carried = {} }: Props) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center text-sm text-muted">
      <li>
        <Link to={urls.shop(carried)} className="text-link inline-flex min-h-6 items-center">
          All parts
        </Link>
      </li>
      {trail.map(({ _id, name, path }) => (
        <li key={_id} className="flex items-center before:px-2 before:content-['/']">
          <Link to={urls.shop({ ...carried, path })} className="text-link inline-flex min-h-6 items-center">
            {name}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)
