import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until scripts run: for what would be dead without them. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
