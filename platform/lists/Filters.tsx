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
    <ul className="flex flex-wrap gap-1 rounded-control border border-line bg-surface p-1 text-sm font-medium">
      {(Object.keys(names) as Name[]).map((name) => (
        <li key={name}>
          <Link
            to={address(name)}
            aria-current={name === current ? 'true' : undefined}
            className="flex min-h-9 items-center rounded-[4px] px-3 text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-ink aria-[current]:text-canvas"
          >
            {names[name]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
