import { linkToken } from './outbox.ts'
import type { TestShop } from './shop.ts'

export type Account = { email: string; password: string; name?: string }

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** By the real doors: registers, opens the mailed link and enters the shop. */
export async function aPerson(shop: TestShop, account: Account) {
  const { email, password, name = 'Ada Lovelace' } = account
  await shop.post('/identity/sign-up/email', { name, email, password })
  const token = await linkToken(shop.config.dataDir, email, 'verify-email')
  const session = (await shop.post('/identity/verify-email', { token, password })).json().token as string
  return { email, session, ...(await enter(shop, email, session)) }
}

/** Logs in with a password and enters the shop. */
export async function logIn(shop: TestShop, { email, password }: Account) {
  const answer = await shop.post('/identity/sign-in/email', { email, password })
  if (answer.status !== 200) throw new Error(`log-in: ${answer.status} ${answer.text}`)
  const session = answer.json().token as string
  return { email, session, ...(await enter(shop, email, session)) }
}

/** The way every program takes: session, then identity token, then access token. */
async function enter(shop: TestShop, email: string, session: string) {
  const identity = (await shop.get('/identity/token', bearer(session))).json().token as string
  const entered = await shop.send(`/api/user/${email}`, {
    method: 'PUT',
    body: { email },
    headers: bearer(identity),
  })
  if (entered.status !== 200) throw new Error(`PUT /api/user: ${entered.status} ${entered.text}`)
  const token = entered.json().token as string
  return { identity, token, headers: bearer(token) }
}
