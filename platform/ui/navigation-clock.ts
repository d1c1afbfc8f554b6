import type { DataRouter } from 'react-router'

/** When the page that is shown was asked for, in the time of performance.now(): at first, that is the document itself. */
let askedAt = 0

export const waitedMs = () => performance.now() - askedAt

/** A page without anything to load is shown the moment it is asked for; any other was asked for when its loading began. */
export function watchNavigation({ state, subscribe }: Pick<DataRouter, 'state' | 'subscribe'>) {
  let shown = state.location
  let began: number | undefined
  subscribe(({ navigation, location }) => {
    if (navigation.state !== 'idle') began ??= performance.now()
    else if (location !== shown) {
      askedAt = began ?? performance.now()
      began = undefined
      shown = location
    }
  })
}
