import type { ReactElement, ReactNode } from 'react'
import { createContext, useContext } from 'react'

type Props = {
  /** Their names; a column that is more than a name brings its own head. */
  columns: (string | ReactElement)[]
  dense?: boolean
  /** The columns that are left out where there is not room for all of them, the least important first. */
  leastFirst?: readonly string[]
  /** The columns of figures, which stand under each other by their last digit. */
  figures?: readonly string[]
  children: ReactNode
}

const Columns = createContext<{ leastFirst: readonly string[]; figures: readonly string[] }>({
  leastFirst: [],
  figures: [],
})

/** A table where there is room for one; where there is none each row is a card with the names of its columns in it. */
export const Table = ({ columns, dense, leastFirst = [], figures = [], children }: Props) => (
  <Columns value={{ leastFirst, figures }}>
    <div className="table-box">
      <table className={`cards-when-narrow ${dense ? 'dense' : ''}`}>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? <Head key={column} name={column} /> : column,
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  </Columns>
)

const Head = ({ name }: { name: string }) => (
  <th scope="col" className={useColumn(name)}>
    {name}
  </th>
)

/** The classes of a column's cells: when they are left out, and on which side they stand. */
export function useColumn(name: string) {
  const { leastFirst, figures } = useContext(Columns)
  const rank = leastFirst.indexOf(name)
  return (
    [rank < 0 ? '' : `drop-${rank + 1}`, figures.includes(name) ? 'figure' : ''].filter(Boolean).join(' ') ||
    undefined
  )
}

type CellProps = { name: string; children: ReactNode }

/** A cell that says which column it is of where the head of the table is gone, because its rows are cards. */
export const Cell = ({ name, children }: CellProps) => (
  <td data-name={name} className={useColumn(name)}>
    {typeof children === 'string' || typeof children === 'number' ? (
      children
    ) : (
      <span className="min-w-0 break-words">{children}</span>
    )}
  </td>
)

type RowButtonProps = { text: string; of: string; onClick: () => void }

/** A button of one row; a screen reader also says which row. */
export const RowButton = ({ text, of, onClick }: RowButtonProps) => (
  <button
    type="button"
    className="btn btn-quiet btn-small whitespace-nowrap"
    aria-label={`${text} ${of}`}
    onClick={onClick}
  >
    {text}
  </button>
)

/** Broken before the @ where it is too long for its column. */
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span className="block [overflow-wrap:anywhere] tables:min-w-36">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
