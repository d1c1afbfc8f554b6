import { useSyncExternalStore } from 'react'
import {
  currentSession,
  loading,
  onSession,
  setSession,
  storedToken,
  tokenKey,
  visitor,
} from './session-store.ts'

/** Who is signed in in this browser, the same in every component. */
export const useSession = () => useSyncExternalStore(subscribe, currentSession, () => loading)

let isStarted = false

/** The first subscriber starts the session. */
export function subscribe(listener: () => void, restore = restoreLater) {
  if (!isStarted) start(restore)
  return onSession(listener)
}

function start(restore: () => Promise<void>) {
  isStarted = true
  addEventListener('storage', ({ key }) => {
    // null when everything was cleared at once.
    if (key === tokenKey || key === null) load(restore)
  })
  load(restore)
}

function load(restore: () => Promise<void>) {
  if (storedToken()) void restore()
  else setSession(visitor)
}

/** Visitors never download the code for users who are signed in. */
async function restoreLater() {
  const { restoreSession } = await import('./auth-client.ts')
  await restoreSession()
}
