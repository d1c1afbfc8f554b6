import type { MouseEvent, ReactNode } from 'react'
import { createContext, use } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { withQuery } from '~/platform/client/route.ts'
import { countOf, formatCount } from '~/platform/figures.ts'
import { useRestoreFocus } from '~/platform/lists/use-restore-focus.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { mostCounted, rowsPerPage } from './list-limits.ts'
import { Pagination } from './Pagination.tsx'
import type { ListView } from './read-list-query.ts'
import { rowsBefore } from './read-list-query.ts'
import { SearchInput } from './SearchInput.tsx'
import { useSearchAsYouType } from './use-search-as-you-type.ts'

type Props<View extends ListView> = {
  title: string
  lead?: string
  list: {
    view: View
    total: number
    /** Where the pages beside this one begin, in a list that is too long for numbered ones. */
    previousFrom?: string
    nextFrom?: string
    /** Words of the search that found nothing, and then those that found these rows. */
    missing?: string
    found?: string
  }
  /** What the rows of the next page are in comparison. */
  next?: 'Older' | 'Newer' | 'Next'
  /** What one and many of them are called. */
  one: string
  many?: string
  /** Of a list with further choices; any other is this page with another search, state or number. */
  address?: (view: View) => string
  actions?: ReactNode
  /** What can be searched for. */
  search?: string
  states?: Record<string, string>
  /** How many wait to be done, by state. */
  waiting?: Partial<Record<string, number>>
  /** Further choices. */
  tools?: ReactNode
  /** What must be seen before the rows. */
  notice?: ReactNode
  empty: ReactNode
  children: ReactNode
}

/** The way to the lists beside this one, below its title. */
export const ListsBeside = createContext<ReactNode>(null)

/** The frame of every list in the dashboard: title, tools, rows, pages. */
export function ListPage<View extends ListView>(props: Props<View>) {
  const { pathname } = useLocation()
  const { title, one, many = `${one}s`, address = (next: View) => addressAt(pathname, next) } = props
  const { view, total, previousFrom, nextFrom, missing, found } = props.list
  const isLoading = useNavigation().state === 'loading'
  const { heading, rows } = useRestoreFocus()
  const first = { ...view, page: 1, from: '' }
  const before = rowsBefore(view.from)
  const isLong = Boolean(nextFrom) || before > 0
  const at = (from: string | undefined) => (from ? address({ ...first, from }) : undefined)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Title page={title} />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 {...heading} className="text-[28px] sm:text-[32px]">
            {title}
          </h1>
          {props.lead && <p className="order-1 basis-full text-muted">{props.lead}</p>}
          <p role="status" className="text-sm text-muted">
            {isLong && total >= mostCounted ? 'More than ' : ''}
            {countOf(isLong ? Math.min(total, mostCounted) : total, one, many)}
            {view.q && ` for “${(missing && found) || view.q}”`}
            {missing && found && `, none for “${missing}”`}
          </p>
        </div>
        {props.actions}
      </header>
      {use(ListsBeside)}
      <div className="grid grid-cols-1 items-end gap-x-6 gap-y-3 empty:hidden md:flex [&>nav]:grow">
        {props.states && (
          <FilterTabs
            label={`${title} shown`}
            names={props.states}
            current={view.state}
            address={(state) => address({ ...first, state })}
            {...(props.waiting && { waiting: props.waiting })}
          />
        )}
        {props.search && (
          <div
            className={`flex flex-wrap items-center gap-3 ${props.states && !props.tools ? 'md:basis-70' : 'md:grow'}`}
          >
            <ListSearch
              label={`Search ${many}`}
              placeholder={props.search}
              q={view.q}
              address={(q) => address({ ...first, q })}
            />
            {props.tools}
          </div>
        )}
      </div>
      {props.notice}
      <div
        {...rows}
        className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
        aria-busy={isLoading}
      >
        {total === before && <Empty>{props.empty}</Empty>}
        {total > before && props.children}
      </div>
      {isLong ? (
        <NewerOlder
          label={`Pages of ${title}`}
          many={many}
          next={props.next ?? 'Older'}
          start={before > 0 || view.page > 1 ? address(first) : undefined}
          previousPage={at(previousFrom)}
          nextPage={at(nextFrom)}
        />
      ) : (
        <Pagination
          label={`Pages of ${title}`}
          current={view.page}
          last={Math.ceil(total / rowsPerPage)}
          address={(page) => address({ ...view, page, from: page === 1 ? '' : view.from })}
        />
      )}
    </div>
  )
}

const addressAt = (pathname: string, { q, state, from, page }: ListView) =>
  withQuery(pathname, { q, state, from, page }, { state: 'all', page: 1 })

const Empty = ({ children }: { children: ReactNode }) => (
  <div className="panel grid justify-items-center gap-4 px-6 py-14 text-center">
    {typeof children === 'string' ? (
      <p className="font-display text-[22px] font-bold">{children}</p>
    ) : (
      children
    )}
  </div>
)

type ListSearchProps = { label: string; placeholder: string; q: string; address: (q: string) => string }

/** Searches a list of the dashboard while one types. */
function ListSearch({ label, placeholder, q, address }: ListSearchProps) {
  const { form, soon, now } = useSearchAsYouType({ q }, (typed) =>
    typed.q === q ? undefined : address(typed.q),
  )
  return (
    <search className="min-w-0 flex-1 basis-60">
      <form ref={form} onSubmit={now}>
        <SearchInput
          id="list-search"
          label={label}
          defaultValue={q}
          onChange={soon}
          placeholder={placeholder}
          className="text-sm"
        />
      </form>
    </search>
  )
}

type NewerOlderProps = {
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
const NewerOlder = ({ label, many, next, start, previousPage, nextPage }: NewerOlderProps) => (
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

/**
 * Cards with buttons, of which many take their card out of the list. The next card then moves up under the pointer, and the
 * second click of a double click must not be for it.
 */
export const CardList = ({ children }: { children: ReactNode }) => (
  <ul className="grid gap-4" onClickCapture={dropSecondClick}>
    {children}
  </ul>
)

/** The browser counts clicks that follow each other in one place, whatever is there; a key is no click. */
function dropSecondClick(event: MouseEvent) {
  if (event.detail < 2 || !(event.target as Element).closest('button')) return
  event.preventDefault()
  event.stopPropagation()
}

type FiltersProps<Name extends string> = {
  label: string
  names: Record<Name, string>
  current: Name
  address: (name: Name) => string
  /** How many wait to be done there. */
  waiting?: Partial<Record<Name, number>>
}

/** A row of tabs that is wider than its page begins where one is. */
export function showCurrentTab(row: HTMLElement | null) {
  const tab = row?.querySelector<HTMLElement>('[aria-current]')
  if (tab) row!.scrollLeft = tab.offsetLeft - row!.offsetLeft - (row!.clientWidth - tab.offsetWidth) / 2
}

/** Which rows of a list are shown; each choice has its address. */
export const FilterTabs = <Name extends string>({
  label,
  names,
  current,
  address,
  waiting = {},
}: FiltersProps<Name>) => (
  <nav aria-label={label} className="min-w-0">
    <ul ref={showCurrentTab} className="tabs">
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
