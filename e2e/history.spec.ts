import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { payByApi } from './pay.ts'
import { dataDir } from './people.ts'
import { registerByApi } from './sign-in.ts'

const golf = { vehicleId: 'volkswagen-golf-5-2.0-tdi-bkd', facts: 'front-discs=312 mm' }
const golfName = 'Volkswagen Golf 5 2.0 TDI (BKD)'

for (const [device, size, options] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test(
    `what was bought for a car is in its history, and a part without one is given to a car, on a ${device}`,
    options,
    async ({ page }) => {
      const headers = await aDriver(page, `history-${device}-${Date.now()}@cars.example`)
      await buy(page, headers, 'brake-disc', golf)
      await buy(page, headers, 'wiper-blade')
      await page.setViewportSize(size)
      await page.goto('/garage')
      await page.getByRole('link', { name: 'Service history' }).click()
      await expect(page).toHaveURL('/dashboard/history')
      const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Order again/ }) })
      await expect(rows).toHaveCount(2)
      await expectAccessibleInBothThemes(page)
      await expectNoSidewaysScroll(page)

      await page.getByRole('link', { name: 'Without a car' }).click()
      await expect(rows).toHaveCount(1)
      await page.getByRole('combobox', { name: /^Car of .*Wiper/ }).selectOption({ label: golfName })
      await expect(page.getByText('Nothing was bought yet')).toBeVisible()
      await page.getByRole('navigation', { name: 'Cars' }).getByRole('link', { name: golfName }).click()
      await expect(rows).toHaveCount(2)
      await rows
        .filter({ hasText: 'Brake Disc' })
        .getByRole('button', { name: /^Order again/ })
        .click()
      await expect(page.getByText('The part is in your cart')).toBeVisible()
    },
  )

async function aDriver(page: Page, email: string) {
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  const headers = { authorization: `Bearer ${token}` }
  await person.put('/api/my-garage/mine', { data: golf, headers })
  await person.dispose()
  await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
  return headers
}

async function buy({ request }: Page, headers: Record<string, string>, productId: string, car?: typeof golf) {
  const { price, orderQty } = await (await request.get(`/api/service/${productId}`)).json()
  const total = Math.round(price * orderQty * 100) / 100
  const data = { productId, quantity: orderQty, size: 'M', price: total, car }
  const { insertedId } = await (await request.post('/api/orders', { data, headers })).json()
  await payByApi(request, headers, { orderId: insertedId, price: total })
}
