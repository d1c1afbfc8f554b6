type Cookie = { name: string; value: string; maxAgeSeconds: number; secure: boolean }

/** Over https the prefix makes browsers take the cookie from this very host only, never from a subdomain. */
const fullName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

/** The header of a cookie that no script reads and no other site sends. */
export const setCookie = ({ name, value, maxAgeSeconds, secure }: Cookie) =>
  `${fullName(name, secure)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export function readCookie(
  header: string | null | undefined,
  { name, secure }: Omit<Cookie, 'value' | 'maxAgeSeconds'>,
) {
  const start = `${fullName(name, secure)}=`
  return header
    ?.split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length)
}
