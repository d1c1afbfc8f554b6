import type { FocusEvent } from 'react'
import { useEffect, useRef } from 'react'

/** Where a row goes away with the focus in it, the heading takes the focus: it is never lost. */
export function useRestoreFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<Element>(null)
  useEffect(() => {
    // Also what a closing dialog gave the focus back to: no event says so.
    if (document.activeElement !== document.body) last.current = document.activeElement
    else if (last.current?.isConnected === false) heading.current?.focus()
  })
  return {
    heading: { ref: heading, tabIndex: -1 },
    rows: {
      onFocus: ({ target }: FocusEvent) => {
        last.current = target
      },
    },
  }
}
