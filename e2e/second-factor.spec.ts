import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { totpCode } from '~/shop/identity/second-factor/authenticators.server.ts'
import { linkToken } from '../test/outbox.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { dataDir, logOut, register, typeLogin } from './people.ts'

test('an authenticator app is set up, asked for at log-in, and replaced by a recovery code when it is lost', async ({
  page,
}) => {
  const email = `app-${Date.now()}@people.example`
  const account = { email, password: 'Passw0rd1' }
  await register(page, (to) => linkToken(dataDir(), to, 'verify-email'), email)
  await page.getByRole('link', { name: 'My Profile' }).click()
  await page.getByLabel('Password for the app').fill(account.password)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page)
  const link = await page.getByRole('link', { name: 'Open your authenticator app' }).getAttribute('href')
  expect(await scanned(page.getByRole('img', { name: 'The key for your authenticator app' }))).toBe(link)
  const secret = new URL(link!).searchParams.get('secret')!
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await page.getByRole('button', { name: 'Confirm app' }).click()
  await expect(page.getByText('Your app is set up.')).toBeVisible()
  const codes = await page.getByRole('status').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await logOut(page)

  await page.goto('/login')
  await typeLogin(page, account)
  await expect(page.getByText('Type the code that your authenticator app shows.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await page.getByLabel('Password for the app').fill(account.password)
  await page.getByLabel('Code', { exact: true }).fill(codes[1]!)
  await page.getByRole('button', { name: 'Remove app' }).click()
  await expect(page.getByText('Your app is removed.')).toBeVisible()
})

/** What the camera of a phone would read. */
async function scanned(code: Locator) {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
