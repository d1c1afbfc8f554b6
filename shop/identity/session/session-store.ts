import { createStore } from '~/platform/client/store.ts'

export type User = { email: string; uid: string; name: string; admin: boolean; photo: string | null }
/** Loading until the server has said whom the stored token belongs to, and always on the server. */
export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User }

const loading: Session = { status: 'loading' }
export const visitor: Session = { status: 'visitor' }
export const tokenKey = 'accessToken'
const adminKey = 'admin'

export const sessionStore = createStore<Session>(loading)

export function setSession(session: Session) {
  delete document.documentElement.dataset.known
  markAdmin(session.status === 'signed-in' && session.user.admin)
  sessionStore.set(session)
}

/** For the styles of this page, and of the next one before its first paint. What an admin may do is decided elsewhere. */
function markAdmin(isAdmin: boolean) {
  const { dataset } = document.documentElement
  if (isAdmin) dataset.admin = ''
  else delete dataset.admin
  try {
    if (isAdmin) localStorage.setItem(adminKey, 'yes')
    else localStorage.removeItem(adminKey)
  } catch {
    // Without storage the page learns it from the server.
  }
}

export function storedToken() {
  try {
    return localStorage.getItem(tokenKey) ?? undefined
  } catch {
    return undefined
  }
}
