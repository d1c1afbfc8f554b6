import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logOut } from './people.ts'

async function openPopup(page: Page) {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Login with Google' }).click(),
  ])
  await popup.waitForURL('**/stand-in/google/authorize**')
  return popup
}
test.beforeEach(async ({ page }) => {
  await page.goto('/login')
})

test('Login with Google signs in by a popup of 500x600', async ({ page }) => {
  const popup = await openPopup(page)
  await expect.poll(() => popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await popup.getByRole('link', { name: 'Hedy Lamarr' }).click()
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: 'Continue' }).click()])
  await expect(page.getByText('Welcome, Hedy Lamarr!')).toBeVisible()
  await expect(page.getByText('You are logged in with hedy.lamarr@google.example')).toBeVisible()
  await logOut(page)
})

test('a cancelled, a closed and a second Google window are told apart', async ({ page }) => {
  const cancelled = await openPopup(page)
  await cancelled.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('You cancelled the login with Google.')).toBeVisible()

  await page.evaluate(() => {
    const every = window.setInterval
    const pauses: unknown[] = []
    Object.assign(window, { pauses })
    window.setInterval = ((...all: Parameters<typeof every>) => {
      pauses.push(all[1])
      return every(...all)
    }) as typeof window.setInterval
  })
  const closed = await openPopup(page)
  expect(await page.evaluate(() => (window as unknown as { pauses: number[] }).pauses)).toContain(2000)
  await closed.close()
  await expect(page.getByText('The Google window was closed before you were logged in.')).toBeVisible()

  await openPopup(page)
  const second = await openPopup(page)
  await expect(page.getByText('A second Google window was opened. Please continue there.')).toBeVisible()
  await second.getByRole('link', { name: 'Alan Turing' }).click()
  await second.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a blocked Google window is reported', async ({ page }) => {
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Login with Google' }).click()
  await expect(page.getByText('Your browser blocked the Google window.')).toBeVisible()
})

test('a network that is down is reported', async ({ page, context, complaints }) => {
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login with Google' }).click()
  await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
  await context.setOffline(false)
  complaints.length = 0
})
