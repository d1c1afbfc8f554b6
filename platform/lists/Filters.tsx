import { Link } from 'react-router'
import { formatCount } from '~/platform/figures.ts'

type Props<Name extends string> = {
  label: string
  names: Record<Name, string>
  current: Name
  address: (name: Name) => string
  /** How many wait to be done there. */
  waiting?: Partial<Record<Name, number>>
}

/** Which rows of a list are shown; each choice has its address. */
export const Filters = <Name extends string>({
  label,
  names,
  current,
  address,
  waiting = {},
}: Props<Name>) => (
  <nav aria-label={label}>
    <ul className="tabs">
      {(Object.keys(names) as Name[]).map((name) => (
        <li key={name}>
          <Link to={address(name)} aria-current={name === current ? 'true' : undefined} className="tab">
            {names[name]}
            {waiting[name] ? (
              <span className="menu-count">
                {waiting[name] > 99 ? '99+' : formatCount(waiting[name])}
                <span className="sr-only"> waiting</span>
              </span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
