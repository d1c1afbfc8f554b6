import type { ReactNode } from 'react'

/** What the page of a part has shown to a visitor: the log-in that it leads to goes on with it, so that nothing moves. */
let shown: { id: string; part: ReactNode } | undefined

export function showOnLogin(id: string | undefined, part: ReactNode) {
  shown = id ? { id, part } : undefined
}

export const shownPart = (id: string | undefined) => (shown?.id === id ? shown : undefined)
