import { useSyncExternalStore } from 'react'
import { currentSession, loading, onSession, setSession, visitor } from './session-store.ts'
import { storedToken, tokenKey } from './stored-token.ts'

export type { Session, User } from './session-store.ts'

/** Who is signed in here, in every component alike. */
export const useSession = () => useSyncExternalStore(subscribe, currentSession, () => loading)

let started = false

export function subscribe(listener: () => void, recognise = recogniseLater) {
  if (!started) start(recognise)
  return onSession(listener)
}

function start(recognise: () => Promise<void>) {
  started = true
  addEventListener('storage', ({ key }) => {
    // null when everything was cleared at once.
    if (key === tokenKey || key === null) load(recognise)
  })
  load(recognise)
}

function load(recognise: () => Promise<void>) {
  if (storedToken()) void recognise()
  else setSession(visitor)
}

/** What deals with people who are signed in is fetched for them alone. */
async function recogniseLater() {
  const { restoreSession } = await import('./auth-client.ts')
  await restoreSession()
}
