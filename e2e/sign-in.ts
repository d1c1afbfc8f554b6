import type { Page } from '@playwright/test'

const tokens = new Map<string, string>()

/** The short way, for journeys that are not about logging in: the token lies where the form would have put it. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  const token = tokens.get(email) ?? (await tokenFor(page, email, password))
  tokens.set(email, token)
  await page.addInitScript((kept) => localStorage.setItem('accessToken', kept), token)
  return token
}

async function tokenFor({ request }: Page, email: string, password: string) {
  const entered = await request.post('/identity/sign-in/email', { data: { email, password } })
  if (!entered.ok()) throw new Error(`${email} was not let in: ${entered.status()}`)
  const identity = await (await request.get('/identity/token')).json()
  const answer = await request.put(`/api/user/${email}`, {
    data: { email },
    headers: { authorization: `Bearer ${identity.token}` },
  })
  return (await answer.json()).token as string
}
