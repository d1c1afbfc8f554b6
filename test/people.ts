import { linkToken } from './outbox.ts'
import type { TestShop } from './shop.ts'

export type Account = { email: string; password: string; name?: string }

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Registers through the real endpoints, opens the mailed link and signs in. */
export async function aPerson(shop: TestShop, account: Account) {
  const { email, password, name = 'Ada Lovelace' } = account
  await shop.post('/identity/sign-up/email', { name, email, password })
  const token = await linkToken(shop.config.dataDir, email, 'verify-email')
  const session = (await shop.post('/identity/verify-email', { token, password })).json().token as string
  return { email, session, ...(await obtainTokens(shop, email, session)) }
}

/** Signs in with a password. */
export async function logIn(shop: TestShop, { email, password }: Account) {
  const response = await shop.post('/identity/sign-in/email', { email, password })
  if (response.status !== 200) throw new Error(`log-in: ${response.status} ${response.text}`)
  const session = response.json().token as string
  return { email, session, ...(await obtainTokens(shop, email, session)) }
}

/** As every client does: exchanges the session for an identity token, and that for an access token. */
async function obtainTokens(shop: TestShop, email: string, session: string) {
  const identity = (await shop.get('/identity/token', bearer(session))).json().token as string
  const response = await shop.send(`/api/user/${email}`, {
    method: 'PUT',
    body: { email },
    headers: bearer(identity),
  })
  if (response.status !== 200) throw new Error(`PUT /api/user: ${response.status} ${response.text}`)
  const token = response.json().token as string
  return { identity, token, headers: bearer(token) }
}
