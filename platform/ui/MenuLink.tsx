import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type Props = { to: string; end?: boolean; className: string; children: ReactNode }

/** A link that says when one is already there; `end` when pages below it do not count. */
export function MenuLink({ to, end = false, className, children }: Props) {
  const { pathname } = useLocation()
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <Link to={to} className={className} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}
