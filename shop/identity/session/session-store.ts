import { createStore } from '~/platform/client/store.ts'

export type User = { email: string; uid: string; name: string; admin: boolean; photo: string | null }
/** Loading until the server has said whom the stored token belongs to, and always on the server. */
export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User }

const loading: Session = { status: 'loading' }
export const visitor: Session = { status: 'visitor' }
export const tokenKey = 'accessToken'

export const sessionStore = createStore<Session>(loading)

export function setSession(session: Session) {
  delete document.documentElement.dataset.known
  sessionStore.set(session)
}

export function storedToken() {
  try {
    return localStorage.getItem(tokenKey) ?? undefined
  } catch {
    return undefined
  }
}
