import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { dataDir, demoAdmin, logOut } from './people.ts'
import { registerByApi, saveAddress, tokenFor } from './sign-in.ts'

test('a purchase is ordered again from its page, and what cannot be had is said', async ({ page }) => {
  const { token, headers } = await aCustomer(page, 'again@again.example')
  await saveAddress(page, token)
  const { price } = await (await page.request.get('/api/service/air-filter')).json()
  const part = await aPart(page)
  const lines = [
    { productId: 'air-filter', size: 'M', quantity: 2, price },
    { productId: part.id, size: 'M', quantity: 1, price: 9 },
  ]
  const placed = await page.request.post('/api/checkout', {
    data: { lines, total: Math.round((price * 2 + 9) * 100) / 100 },
    headers,
  })
  const { orderId } = await placed.json()
  await page.goto(`/dashboard/payment/${orderId}`)
  await pay(page)
  await page.request.delete(`/api/services/${part.id}`, { headers: part.admin })
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: part.name, exact: true }).click()
  await page.getByRole('button', { name: /^Order again/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Not all of it can be had' })
  await expect(dialog).toContainText(`${part.name} is no longer sold.`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByLabel(/^Quantity of .*Air Filter/)).toHaveValue('2')
})

test('parts that were looked at are shown below the next one, until the log-out', async ({ page }) => {
  const { token } = await aCustomer(page, 'viewed@again.example')
  await page.goto('/')
  await page.evaluate((given) => localStorage.setItem('accessToken', given), token)
  for (const part of ['oil-filter', 'air-filter', 'brake-disc']) {
    await page.goto(`/services/${part}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'About the shop' })).toBeVisible()
  }
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await expect(viewed.getByRole('listitem')).toHaveCount(2)
  await expect(viewed.getByRole('link').first()).toContainText('Air Filter')
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await viewed.getByRole('link', { name: /Oil Filter/ }).click()
  await expect(viewed.getByRole('link').first()).toContainText('Brake Disc')
  await page.setViewportSize({ width: 1440, height: 900 })
  await logOut(page)
  expect(await page.evaluate(() => localStorage.getItem('viewed'))).toBeNull()
})

/** Signed in as somebody new; the token is put there by the journey itself where it logs out. */
async function aCustomer(page: Page, email: string) {
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  if (!email.startsWith('viewed'))
    await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
  return { token, headers: { authorization: `Bearer ${token}` } }
}

/** One that the shop will not sell for long. */
async function aPart(page: Page) {
  const admin = { authorization: `Bearer ${await tokenFor(page, demoAdmin)}` }
  const name = `Last Season Mirror ${crypto.randomUUID().slice(0, 8)}`
  const added = await page.request.post('/api/services', {
    data: {
      productName: name,
      availableQty: 5,
      orderQty: 1,
      price: 9,
      productDescription: 'Round and new',
      image: '/products/alloy-wheel-1200.webp',
    },
    headers: admin,
  })
  return { id: (await added.json()).insertedId as string, name, admin }
}

async function pay(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await dialog.getByRole('button', { name: 'My Orders' }).click()
}
