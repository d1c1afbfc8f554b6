export const tokenKey = 'accessToken'

export function keptToken() {
  try {
    return localStorage.getItem(tokenKey) ?? undefined
  } catch {
    return undefined
  }
}
