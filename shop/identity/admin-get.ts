import { keptToken } from './kept-token.ts'
import { knownSession } from './known-session.ts'
import { privateGet, privateList } from './private-get.ts'
import { claimsOf } from './token.ts'

/**
 * For loaders of admin pages. They run before the guard has decided, so they ask first whether it will let the person
 * through: nothing is asked for in the name of somebody who may not know it.
 */
export async function adminGet<T>(path: string) {
  return (await isAdmin()) ? privateGet<T>(path) : undefined
}
export async function adminList<T>(path: string) {
  return (await isAdmin()) ? privateList<T>(path) : undefined
}

async function isAdmin() {
  // Who was one when they logged in need not wait for the answer: if they no longer are, the server refuses.
  if (claimsOf(keptToken() ?? '').admin) return true
  const session = await knownSession()
  return session.status === 'signed-in' && session.user.admin
}
