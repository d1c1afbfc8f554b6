import type { APIRequestContext, Page } from '@playwright/test'
import { request as newRequest } from '@playwright/test'

type Account = { email: string; password: string }

const tokens = new Map<string, string>()

/** The short way, for journeys that are not about logging in: the token lies where the form would have put it. */
export async function signIn(page: Page, { email, password }: Account) {
  const token = tokens.get(email) ?? (await tokenFor(page, { email, password }))
  tokens.set(email, token)
  await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
  return token
}

/** From the shop that this page belongs to. */
export async function tokenFor({ request }: Pick<Page, 'request'>, { email, password }: Account) {
  const entered = await request.post('/identity/sign-in/email', { data: { email, password } })
  if (!entered.ok()) throw new Error(`${email} was not let in: ${entered.status()}`)
  return accessToken(request, email)
}

/** For journeys that are not about addresses: what is ordered from now on goes there. */
export const saveAddress = ({ request }: Page, token: string) =>
  request.post('/api/addresses', {
    data: { name: 'Ada Lovelace', street: '12 St James’s Square', town: 'London', country: 'UK' },
    headers: { authorization: `Bearer ${token}` },
  })

/** Registers by the calls of the form, and opens the mailed link. */
export async function registerByApi(linkToken: (to: string) => Promise<string>, email: string) {
  const baseURL = process.env.E2E_URL!
  // As a browser does: a request with a cookie must say from which page it comes.
  const person = await newRequest.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
  await person.post('/identity/sign-up/email', {
    data: { name: 'Ada Lovelace', email, password: 'Passw0rd1' },
  })
  await person.post('/identity/verify-email', { data: { token: await linkToken(email) } })
  return { person, token: await accessToken(person, email) }
}

/** What the session of these cookies is worth in the shop. */
async function accessToken(person: APIRequestContext, email: string) {
  const identity = await (await person.get('/identity/token')).json()
  const answer = await person.put(`/api/user/${email}`, {
    data: { email },
    headers: { authorization: `Bearer ${identity.token}` },
  })
  return (await answer.json()).token as string
}
