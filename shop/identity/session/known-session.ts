import { restoreSession } from './auth-client.ts'
import { subscribe } from './session.ts'
import type { Session } from './session-store.ts'
import { currentSession } from './session-store.ts'

/** For those who must know before anything is drawn; they have at hand what others fetch later. */
export const knownSession = () =>
  new Promise<Session>((done) => {
    const stop = subscribe(tell, restoreSession)
    tell()
    function tell() {
      const session = currentSession()
      if (session.status === 'loading') return
      stop()
      done(session)
    }
  })
