import { linkToken } from '~/test/outbox.ts'
import { atLength, expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { payByApi } from './pay.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

test(
  'a purchase leaves in two parcels, and its customer sees both with their tracking',
  atLength,
  async ({ page, browser }) => {
    test.slow()
    const { person, token } = await registerByApi(
      (to) => linkToken(dataDir(), to, 'verify-email'),
      'two-parcels@delivery.example',
    )
    await person.dispose()
    await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
    const headers = { authorization: `Bearer ${token}` }
    const { price } = await (await page.request.get('/api/service/air-filter')).json()
    const data = { productId: 'air-filter', quantity: 3, size: 'M', price: Math.round(price * 300) / 100 }
    const id = (await (await page.request.post('/api/orders', { data, headers })).json()).insertedId as string
    const home = { name: 'Ada Lovelace', street: '2 Later Lane', town: 'Bath', country: 'UK' }
    await page.request.put(`/api/purchases/${id}/address`, { data: home, headers })
    await payByApi(page.request, headers, { orderId: id, price: data.price })

    const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
    const admin = await context.newPage()
    await signIn(admin, demoAdmin)
    await admin.goto('/dashboard/parcels')
    const number = id.slice(-8).toUpperCase()
    await admin
      .getByRole('article', { name: `Parcel ${number}` })
      .getByRole('button', { name: /^Split/ })
      .click()
    const form = admin.getByRole('form', { name: 'Split' })
    await form.getByLabel(/^Panel Air Filter/).fill('4')
    await form.getByRole('button', { name: 'Make another parcel' }).click()
    await expect(form.getByText('0 to 3')).toBeVisible()
    await form.getByLabel(/^Panel Air Filter/).fill('1')
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Make another parcel' }).click()
    const [first, second] = [1, 2].map((n) =>
      admin.getByRole('article', { name: `Parcel ${number}, parcel ${n} of 2` }),
    )
    await expect(first!).toContainText('2 ×')
    await expect(second!).toContainText('1 ×')
    await second!.getByRole('button', { name: /^Packed/ }).click()
    await expect(second!).toHaveCount(0)
    await admin.getByRole('link', { name: 'Packed' }).click()
    await second!.getByRole('button', { name: /^Ship/ }).click()
    const ship = admin.getByRole('form', { name: 'Ship' })
    await ship.getByLabel('Carrier').selectOption('Royal Mail')
    await ship.getByLabel('Tracking number').fill('AB123456789GB')
    await ship.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(second!).toHaveCount(0)
    await context.close()

    await page.setViewportSize(phone)
    await page.goto(`/dashboard/delivery/${id}`)
    const parcels = page.getByRole('list', { name: 'Parcels' })
    await expect(parcels.getByText('Parcel 1 of 2: Being prepared')).toBeVisible()
    await expect(parcels.getByText('Parcel 2 of 2: Shipped')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Track with Royal Mail' })).toHaveAttribute(
      'href',
      'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB',
    )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)
