import type { ReactNode } from 'react'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'

type Props = {
  label: string
  start: string | undefined
  next: string | undefined
  children: ReactNode
}

/** From one part of a long list to the next, and back to its start. */
export function PartLinks({ label, start, next, children }: Props) {
  if (!start && !next) return null
  return (
    <nav aria-label={label} className="flex flex-wrap justify-center gap-3">
      {start && (
        <Link to={start} className="btn btn-quiet btn-small">
          <Icon name="back" />
          Back to the start
        </Link>
      )}
      {next && (
        <Link to={next} className="btn btn-quiet btn-small">
          {children}
          <Icon name="arrow" />
        </Link>
      )}
    </nav>
  )
}

/** How far was looked: by the day, or by the address in a list of addresses. */
export function SoFar({ nextFrom }: { nextFrom: string }) {
  const place = nextFrom.slice(nextFrom.indexOf('_') + 1)
  const time = /^\d{4}-\d\d-\d\dT[^_]+/.exec(place)?.[0]
  return (
    <>
      {' so far'}
      {time && (
        <>
          , looked through back to <DateTime at={time} />
        </>
      )}
      {place.includes('@') && !time && `, looked through up to ${place}`}
    </>
  )
}
