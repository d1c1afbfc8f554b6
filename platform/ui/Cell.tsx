import type { ReactNode } from 'react'
import { useDrop } from './Table.tsx'

/** A cell that says which column it is of where the head of the table is gone, because its rows are cards. */
export const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <td data-name={name} className={useDrop(name)}>
    {typeof children === 'string' || typeof children === 'number' ? (
      children
    ) : (
      <span className="min-w-0 break-words">{children}</span>
    )}
  </td>
)
