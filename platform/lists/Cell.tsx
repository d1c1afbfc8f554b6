import type { ReactNode } from 'react'
import { useColumn } from './Table.tsx'

type Props = {
  name: string
  /** On a phone only seen once its row is unfolded. */
  isRare?: boolean
  children: ReactNode
}

/** A cell that says which column it is of where the head of the table is gone, because its rows are cards. */
export const Cell = ({ name, isRare, children }: Props) => (
  <td
    data-name={name}
    className={[useColumn(name), isRare && 'cell-rare'].filter(Boolean).join(' ') || undefined}
  >
    {typeof children === 'string' || typeof children === 'number' ? (
      children
    ) : (
      <span className="min-w-0 break-words">{children}</span>
    )}
  </td>
)
