import { identityUrls } from './identity-urls.ts'
import { keptToken } from './kept-token.ts'
import { keptEmail, privateGet, privateList } from './private-get.ts'

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

/** The token that was last found to be an admin's: the next page need not ask again. */
let tokenOfAdmin: string | undefined

async function isAdmin() {
  const token = keptToken()
  if (token && token === tokenOfAdmin) return true
  const role = await privateGet<{ admin: boolean }>(identityUrls.api.role(keptEmail()))
  if (role?.admin) tokenOfAdmin = token
  return role?.admin === true
}
