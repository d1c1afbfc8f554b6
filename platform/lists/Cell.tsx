import type { ReactNode } from 'react'
import { useColumn } from './Table.tsx'

type Props = { name: string; children: ReactNode }

/** A cell that says which column it is of where the head of the table is gone, because its rows are cards. */
export const Cell = ({ name, children }: Props) => (
  <td data-name={name} className={useColumn(name)}>
    {typeof children === 'string' || typeof children === 'number' ? (
      children
    ) : (
      <span className="min-w-0 break-words">{children}</span>
    )}
  </td>
)
