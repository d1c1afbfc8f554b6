import type { Page } from '@playwright/test'
import { linkToken } from '../test/outbox.ts'
import { expect, expectAccessibleAt, expectAccessibleInBothThemes, phone, test } from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

const golf = 'Volkswagen Golf 5 2.0 TDI (BKD)'

/** A customer whose account has a car. */
async function aDriver(page: Page, vehicleId: string, facts = '') {
  const email = `orders-${vehicleId.slice(0, 12)}-${Date.now()}@cars.example`
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.put('/api/my-garage/mine', {
    data: { vehicleId, facts },
    headers: { authorization: `Bearer ${token}` },
  })
  await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
}

test('the order form proposes what the car needs, and the order is for that car in every list', async ({
  page,
  browser,
  baseURL,
}) => {
  await aDriver(page, 'volkswagen-gti-5-2.0-tfsi-bpy')
  await page.goto('/services/brake-disc')
  await expect(page.getByText('Your car needs 2.')).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('2')
  await page.getByRole('button', { name: 'Order now' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  await expect(page.getByText('for Volkswagen GTI 5 2.0 TFSI (BPY)', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const admins = await browser.newPage({ baseURL: baseURL!, reducedMotion: 'reduce' })
  await signIn(admins, demoAdmin)
  await admins.goto('/dashboard/allOrders')
  await expect(admins.getByText('for Volkswagen GTI 5 2.0 TFSI (BPY)').first()).toBeVisible()
  await admins.close()
})

test('a part that does not fit is ordered only with a tick, also out of the cart', async ({ page }) => {
  await aDriver(page, 'volkswagen-golf-5-2.0-tdi-bkd', 'front-discs=288 mm')
  await page.goto('/services/brake-disc')
  const tick = page.getByRole('checkbox', { name: `I know that it does not fit my ${golf}` })
  await expect(tick).not.toBeChecked()
  await page.getByRole('button', { name: 'Order now' }).click()
  await expect(page.getByText('Tick this box to order it all the same.')).toBeVisible()
  await expect(tick).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText(`for ${golf}, does not fit`)).toBeVisible()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(
    page.getByText('Some parts do not fit your car. Tick their boxes, or remove them.'),
  ).toBeVisible()
  await expect(tick).toBeFocused()
  await expectAccessibleAt(page, phone)
  await tick.check()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto('/dashboard/orders')
  await expect(page.getByText(`for ${golf}, does not fit`)).toBeVisible()

  await page.goto('/services/brake-disc')
  await expect(tick).not.toBeChecked()
  await tick.check()
  await page.getByRole('button', { name: 'Order now' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  await expect(page.getByText(`for ${golf}, does not fit`)).toHaveCount(2)
})

test('a car that is chosen on a card goes into the cart with the part', async ({ page }) => {
  await aDriver(page, 'volkswagen-golf-5-2.0-tdi-bkd')
  await page.goto('/shop')
  await expect(page.getByText('Fits every car').first()).toBeVisible()
  await page.getByRole('button', { name: /^Add to cart: .*Jump Leads/ }).click()
  await page.getByRole('button', { name: /^Add to cart: .*Brake Disc/ }).click()
  await page.getByRole('button', { name: 'Cart', exact: true }).last().click()
  await expect(page.getByText(`for ${golf}`, { exact: true })).toHaveCount(2)
  // The condition is repeated, and answered where it stands.
  const disc = page.getByRole('article').filter({ hasText: 'Brake Disc' })
  await expect(disc).toContainText('Fits if front brake discs: 312 mm')
  await expectAccessibleInBothThemes(page)
  await disc.getByRole('button', { name: '312 mm', exact: true }).click()
  await expect(disc).not.toContainText('Fits if')
})
