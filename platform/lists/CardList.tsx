import type { MouseEvent, ReactNode } from 'react'

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
