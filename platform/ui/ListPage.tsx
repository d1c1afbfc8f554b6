import type { ReactNode, Ref } from 'react'
import { useNavigation } from 'react-router'
import { countOf } from './counted.ts'
import { Pagination } from './Pagination.tsx'
import { Title } from './Title.tsx'

type Props = {
  title: string
  /** How many rows there are beyond this page, and what one and many of them are called. */
  total: number
  one: string
  many: string
  page: number
  perPage: number
  address: (page: number) => string
  /** Receives the focus when the row that had it is gone. */
  heading?: Ref<HTMLHeadingElement>
  actions?: ReactNode
  tools: ReactNode
  empty: string
  children: ReactNode
}

/** The frame of every list in the dashboard: title, tools, rows, pages. */
export function ListPage({ title, total, one, many, page, perPage, address, heading, ...parts }: Props) {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="grid grid-cols-1 gap-5">
      <Title page={title} />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-[28px] outline-none sm:text-[36px]">
            {title}
          </h1>
          <p role="status" className="mt-1 text-sm text-muted">
            {countOf(total, one, many)}
          </p>
        </div>
        {parts.actions}
      </header>
      <div className="flex flex-wrap items-center gap-3">{parts.tools}</div>
      <div className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''} aria-busy={isLoading}>
        {total === 0 ? (
          <p className="panel px-6 py-14 text-center text-muted">{parts.empty}</p>
        ) : (
          parts.children
        )}
      </div>
      <Pagination
        label={`Pages of ${title}`}
        current={page}
        last={Math.ceil(total / perPage)}
        address={address}
      />
    </div>
  )
}
