import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Category } from './contract.ts'

type Props = {
  trail: Category[]
  /** On the page of the last category itself, that is no link. */
  isLastHere?: boolean
}

/** From all parts down to where one is. */
export const Breadcrumbs = ({ trail, isLastHere = false }: Props) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center text-sm text-muted">
      <li>
        <Link to={urls.shop()} className="text-link inline-flex min-h-11 items-center">
          Shop
        </Link>
      </li>
      {trail.map(({ _id, name, path }, n) => (
        <li key={_id} className="flex items-center before:px-2 before:content-['/']">
          {isLastHere && n === trail.length - 1 ? (
            <span aria-current="page">{name}</span>
          ) : (
            <Link to={urls.shop({ path })} className="text-link inline-flex min-h-11 items-center">
              {name}
            </Link>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
