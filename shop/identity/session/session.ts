import { useEffect } from 'react'
import { sessionStore, setSession, storedToken, tokenKey, visitor } from './session-store.ts'

/** Who is signed in in this browser, the same in every component. */
export function useSession() {
  useEffect(() => startSession(), [])
  return sessionStore.use((session) => session)
}

let isStarted = false

/** By the first who wants to know. */
export function startSession(restore = restoreLater) {
  if (isStarted) return
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
