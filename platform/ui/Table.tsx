import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** Their names; a column that is more than a name brings its own head. */
  columns: (string | ReactElement)[]
  dense?: boolean
  children: ReactNode
}

/** A table where there is room for one; where there is none each row is a card with the names of its columns in it. */
export const Table = ({ columns, dense = false, children }: Props) => (
  <table className={dense ? 'cards-when-narrow dense' : 'cards-when-narrow'}>
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            column
          ),
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** Buttons need no name above them for the eye. */
export const ActionHead = () => (
  <th scope="col">
    <span className="sr-only">Action</span>
  </th>
)
