import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { ListView } from '~/platform/pages/list-query.ts'
import { rowsPerPage } from '~/platform/pages/list-query.ts'
import { countOf } from './counted.ts'
import { Filters } from './Filters.tsx'
import { ListSearch } from './ListSearch.tsx'
import { Pagination } from './Pagination.tsx'
import { Title } from './Title.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

type Props<View extends ListView> = {
  title: string
  lead?: string
  /** How many rows there are beyond this page, and what one and many of them are called. */
  total: number
  one: string
  many?: string
  view: View
  address: (view: View) => string
  actions?: ReactNode
  /** What can be searched for. */
  search?: string
  states?: Record<string, string>
  /** Further choices. */
  tools?: ReactNode
  empty: ReactNode
  children: ReactNode
}

/** The frame of every list in the dashboard: title, tools, rows, pages. */
export function ListPage<View extends ListView>(props: Props<View>) {
  const { title, total, one, many = `${one}s`, view, address } = props
  const isLoading = useNavigation().state === 'loading'
  const { heading, rows } = useKeptFocus()
  const first = { ...view, page: 1 }
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
            {countOf(total, one, many)}
            {view.q && ` for “${view.q}”`}
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
      <div
        {...rows}
        className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
        aria-busy={isLoading}
      >
        {total === 0 && <Empty>{props.empty}</Empty>}
        {total > 0 && props.children}
      </div>
      <Pagination
        label={`Pages of ${title}`}
        current={view.page}
        last={Math.ceil(total / rowsPerPage)}
        address={(page) => address({ ...view, page })}
      />
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
