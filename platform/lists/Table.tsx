import type { ReactElement, ReactNode } from 'react'
import { createContext, useContext } from 'react'

type Props = {
  /** Their names; a column that is more than a name brings its own head. */
  columns: (string | ReactElement)[]
  dense?: boolean
  /** The columns that are left out where there is not room for all of them, the least important first. */
  leastFirst?: readonly string[]
  /** Its cards are small on a phone: cells that are rarely needed are folded away. */
  compact?: boolean
  children: ReactNode
}

const Dropped = createContext<readonly string[]>([])

/** A table where there is room for one; where there is none each row is a card with the names of its columns in it. */
export const Table = ({ columns, dense = false, compact = false, leastFirst = [], children }: Props) => (
  <Dropped value={leastFirst}>
    <div className="table-box">
      <table className={`cards-when-narrow ${dense ? 'dense' : ''} ${compact ? 'compact' : ''}`}>
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
  </Dropped>
)

const Head = ({ name }: { name: string }) => (
  <th scope="col" className={useDrop(name)}>
    {name}
  </th>
)

/** The class of a column's cells that says when they are left out. */
export function useDrop(name: string) {
  const rank = useContext(Dropped).indexOf(name)
  return rank < 0 ? undefined : `drop-${rank + 1}`
}
