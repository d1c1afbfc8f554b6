import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'

type Props = {
  label: string
  /** What the rows are called. */
  many: string
  next: 'Older' | 'Newer' | 'Next'
  start: string | undefined
  previousPage: string | undefined
  nextPage: string | undefined
}

const opposites = { Older: 'Newer', Newer: 'Older', Next: 'Previous' }

/** From page to page of a list that is too long to number them. */
export const NewerOlder = ({ label, many, next, start, previousPage, nextPage }: Props) => (
  <nav aria-label={label} className="flex flex-wrap justify-center gap-3">
    {start && (
      <Link to={start} className="btn btn-quiet btn-small">
        Back to the start
      </Link>
    )}
    {previousPage && (
      <Link to={previousPage} rel="prev" className="btn btn-quiet btn-small">
        <Icon name="back" />
        {opposites[next]} {many}
      </Link>
    )}
    {nextPage && (
      <Link to={nextPage} rel="next" className="btn btn-quiet btn-small">
        {next} {many}
        <Icon name="arrow" />
      </Link>
    )}
  </nav>
)
