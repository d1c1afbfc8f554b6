import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { useRestoreFocus } from '~/platform/lists/use-restore-focus.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { rowsBefore } from './cursor.ts'
import { Filters } from './Filters.tsx'
import { ListSearch } from './ListSearch.tsx'
import { rowsInPart, rowsPerPage } from './list-limits.ts'
import { Pagination } from './Pagination.tsx'
import { PartLinks, SoFar } from './PartLinks.tsx'
import type { ListView } from './read-list-query.ts'

type Props<View extends ListView> = {
  title: string
  lead?: string
  list: {
    view: View
    /** How many rows there are beyond this page, up to where the next part of a long list begins. */
    total: number
    nextFrom?: string | undefined
    /** Words of the search that found nothing, and then those that found these rows. */
    missing?: string
    found?: string
  }
  /** What the rows of the next part are in comparison. */
  further?: string
  /** What one and many of them are called. */
  one: string
  many?: string
  address: (view: View) => string
  actions?: ReactNode
  /** What can be searched for. */
  search?: string
  states?: Record<string, string>
  /** Further choices. */
  tools?: ReactNode
  /** What must be seen before the rows. */
  notice?: ReactNode
  empty: ReactNode
  children: ReactNode
}

/** The frame of every list in the dashboard: title, tools, rows, pages. */
export function ListPage<View extends ListView>(props: Props<View>) {
  const { title, one, many = `${one}s`, further = 'Older', address } = props
  const { view, total, nextFrom, missing, found } = props.list
  const isLoading = useNavigation().state === 'loading'
  const { heading, rows } = useRestoreFocus()
  const first = { ...view, page: 1, from: '' }
  const before = rowsBefore(view.from)
  const inPart = total - before
  /** A part that is not full holds what was found in it, and there may be more further on. */
  const isLooking = nextFrom && inPart < rowsInPart
  /** The first page shows what is new; the others go on from where it began. */
  const fromOf = (page: number) => (page === 1 && before === 0 && !view.q ? '' : view.from)
  return (
    <div className="grid grid-cols-1 gap-5">
      <Title page={title} />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 {...heading} className="text-[28px] sm:text-[36px]">
            {title}
          </h1>
          {props.lead && <p className="text-muted">{props.lead}</p>}
          <p role="status" className="text-sm text-muted">
            {nextFrom && !isLooking && 'More than '}
            {countOf(total, one, many)}
            {view.q && ` for “${(missing && found) || view.q}”`}
            {missing && found && `, none for “${missing}”`}
            {isLooking && <SoFar nextFrom={nextFrom!} />}
          </p>
        </div>
        {props.actions}
      </header>
      {props.search && (
        <div className="flex flex-wrap items-center gap-3">
          <ListSearch
            label={`Search ${many}`}
            placeholder={props.search}
            q={view.q}
            address={(q) => address({ ...first, q })}
          />
          {props.states && (
            <Filters
              label={`${title} shown`}
              names={props.states}
              current={view.state}
              address={(state) => address({ ...first, state })}
            />
          )}
          {props.tools}
        </div>
      )}
      {props.notice}
      <div
        {...rows}
        className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
        aria-busy={isLoading}
      >
        {inPart === 0 && <Empty>{nextFrom ? 'Nothing found so far' : props.empty}</Empty>}
        {inPart > 0 && props.children}
      </div>
      <Pagination
        label={`Pages of ${title}`}
        current={view.page}
        last={Math.ceil(inPart / rowsPerPage)}
        address={(page) => address({ ...view, page, from: fromOf(page) })}
      />
      <PartLinks
        label={`Parts of ${title}`}
        start={before > 0 ? address(first) : undefined}
        next={nextFrom && address({ ...first, from: nextFrom })}
      >
        {isLooking ? `Look through ${further.toLowerCase()} ${many}` : `${further} ${many}`}
      </PartLinks>
    </div>
  )
}

const Empty = ({ children }: { children: ReactNode }) => (
  <div className="panel grid justify-items-center gap-4 px-6 py-14 text-center">
    {typeof children === 'string' ? (
      <p className="font-display text-[22px] font-bold">{children}</p>
    ) : (
      children
    )}
  </div>
)
