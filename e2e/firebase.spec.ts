import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { aBuiltShop } from './built-shop.ts'
import { aFirebase, googleScript } from './firebase-stand-in.ts'
import { untilAlive } from './fixtures.ts'
import { logOut, typeLogin } from './people.ts'

type Set = { firebase: Awaited<ReturnType<typeof aFirebase>>; shop: Awaited<ReturnType<typeof aBuiltShop>> }

/** A shop whose people log in at Firebase, which is played by a server of our own. */
const test = base.extend<{ strangers: string[] }, { set: Set }>({
  set: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const firebase = await aFirebase()
      const shop = await aBuiltShop(firebase.settings)
      await use({ firebase, shop })
      await shop.close()
      firebase.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ set }, use) => use(set.shop.url),
  /** Google's script is played by ours; nothing else may be asked of anybody. */
  strangers: [
    async ({ context, page, set }, use) => {
      const strangers: string[] = []
      await context.route(
        (url) => ![set.shop.url, set.firebase.url].includes(url.origin) && url.protocol !== 'data:',
        (route) => {
          const url = route.request().url()
          if (url.startsWith('https://apis.google.com/js/api.js?'))
            return route.fulfill({ contentType: 'text/javascript', body: googleScript })
          strangers.push(url)
          return route.abort()
        },
      )
      page.on('pageerror', (error) => strangers.push(error.message))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) strangers.push(message.text())
      })
      await use(strangers)
      expect(strangers).toEqual([])
    },
    { auto: true },
  ],
})
// One shop and one Firebase for all of them.
test.describe.configure({ mode: 'default' })

async function open(page: Page, path: string) {
  await page.goto(path)
  await untilAlive(page)
}

test('with Firebase one registers, verifies, logs in, stays in, logs out and resets there', async ({
  page,
  set: { firebase },
}) => {
  const email = 'ada@firebase.example'
  await open(page, '/register')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Passw0rd1')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace!' })).toBeVisible()
  expect(firebase.mails).toEqual([{ type: 'VERIFY_EMAIL', email }])

  await open(page, '/login')
  await typeLogin(page, { email, password: 'Wrong1234' })
  await expect(page.getByRole('alert').getByText('Wrong email or password.')).toBeVisible()
  await typeLogin(page, { email, password: 'Passw0rd1' })
  await expect(page.getByRole('alert').getByText('Please verify your email address first')).toBeVisible()
  firebase.verify(email)
  await typeLogin(page, { email, password: 'Passw0rd1' })
  await expect(page.getByText('Welcome, Ada Lovelace!')).toBeVisible()
  await expect(page.getByText(`You are logged in with ${email}`)).toBeVisible()

  await page.reload()
  await expect(page.getByText(`You are logged in with ${email}`)).toBeVisible()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await logOut(page)

  await open(page, '/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText(`Password reset email sent to ${email}`)).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(firebase.mails.at(-1)).toEqual({ type: 'PASSWORD_RESET', email })
})

test("with Firebase, Login with Google is Firebase's own window of 500x600", async ({ page }) => {
  await open(page, '/login')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ])
  await popup.waitForLoadState()
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await popup.getByRole('button', { name: 'Grace Hopper' }).click()
  await expect(page.getByText('You are logged in with grace.hopper@google.example')).toBeVisible()
})

test('with Firebase, a blocked and a closed window are explained in words', async ({ page }) => {
  await open(page, '/login')
  await page.evaluate(() => Object.assign(window, { realOpen: window.open, open: () => null }))
  await page.getByRole('button', { name: 'Login with Google' }).click()
  await expect(page.getByText('Your browser blocked the Google window.')).toBeVisible()
  await page.evaluate(() =>
    Object.assign(window, { open: (window as unknown as { realOpen: typeof window.open }).realOpen }),
  )
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ])
  await popup.close()
  const message = page.getByText('The Google window was closed before you were logged in.')
  await expect(message).toBeVisible({ timeout: 20_000 })
})
