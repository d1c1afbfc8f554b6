import { createStore } from '~/platform/client/store.ts'
import type { Role } from '~/platform/roles.ts'
import { isStaff } from '~/platform/roles.ts'

export type User = { email: string; uid: string; name: string; role: Role; photo: string | null }
/** Loading until the server has said whom the stored token belongs to, and always on the server. */
export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User }

const loading: Session = { status: 'loading' }
export const visitor: Session = { status: 'visitor' }
export const tokenKey = 'accessToken'
const staffKey = 'staff'

export const sessionStore = createStore<Session>(loading)

export function setSession(session: Session) {
  delete document.documentElement.dataset.known
  markStaff(session.status === 'signed-in' && isStaff(session.user.role))
  sessionStore.set(session)
}

/** For the styles of this page, and of the next one before its first paint. What staff may do is decided elsewhere. */
function markStaff(isOne: boolean) {
  const { dataset } = document.documentElement
  if (isOne) dataset.staff = ''
  else delete dataset.staff
  try {
    if (isOne) localStorage.setItem(staffKey, 'yes')
    else localStorage.removeItem(staffKey)
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
