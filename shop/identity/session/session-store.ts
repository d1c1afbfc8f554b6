export type User = { email: string; uid: string; name: string; admin: boolean; photo: string | null }
/** Loading until the server has said whom the stored token belongs to, and always on the server. */
export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User }

export const loading: Session = { status: 'loading' }
export const visitor: Session = { status: 'visitor' }
export const tokenKey = 'accessToken'

let session: Session = loading
const listeners = new Set<() => void>()

export const currentSession = () => session

export function setSession(next: Session) {
  session = next
  delete document.documentElement.dataset.known
  for (const listener of listeners) listener()
}

export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function storedToken() {
  try {
    return localStorage.getItem(tokenKey) ?? undefined
  } catch {
    return undefined
  }
}
