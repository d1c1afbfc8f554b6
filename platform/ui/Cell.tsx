import type { ReactNode } from 'react'

/** A cell that says on a phone, where the head of the table is gone, which column it is of. */
export const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <td data-name={name}>
    <span className="min-w-0">{children}</span>
  </td>
)
