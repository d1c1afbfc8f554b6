import { Link } from 'react-router'

type Props<Name extends string> = {
  label: string
  names: Record<Name, string>
  current: Name
  address: (name: Name) => string
}

/** Which rows of a list are shown; each choice has its address. */
export const Filters = <Name extends string>({ label, names, current, address }: Props<Name>) => (
  <nav aria-label={label}>
    <ul className="tabs">
      {(Object.keys(names) as Name[]).map((name) => (
        <li key={name}>
          <Link to={address(name)} aria-current={name === current ? 'true' : undefined} className="tab">
            {names[name]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
