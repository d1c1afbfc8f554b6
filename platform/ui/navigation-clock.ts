import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { DataRouter } from 'react-router'

/** When the page that is shown was asked for, in the time of performance.now(): at first, that is the document itself. */
let askedAt = 0

export const waitedMs = () => performance.now() - askedAt

type Props = { router: DataRouter; onMount(): void; children: ReactNode }

/**
 * Listens once the router's own component does: the router holds its first news back for the first listener.
 * It stands around that component, because one beside it would change every id that React makes on this side only.
 */
export function NavigationClock({ router, onMount, children }: Props) {
  useEffect(() => {
    onMount()
    return watch(router)
  }, [router, onMount])
  return children
}

/** A page without anything to load is shown the moment it is asked for; any other was asked for when its loading began. */
function watch({ state, subscribe }: DataRouter) {
  let shown = state.location
  let began: number | undefined
  return subscribe(({ navigation, location }) => {
    if (navigation.state !== 'idle') began ??= performance.now()
    else if (location !== shown) {
      askedAt = began ?? performance.now()
      began = undefined
      shown = location
    }
  })
}
