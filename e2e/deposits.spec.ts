import { linkToken } from '~/test/outbox.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  test,
  untilAlive,
} from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, saveAddress, signIn } from './sign-in.ts'

for (const [device, size, part] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test(
    `a part with a deposit is paid with it, and the deposit is given back for the old part, on a ${device}`,
    part,
    async ({ page, browser }) => {
      test.slow()
      const name = `Alternator for a ${device} ${Date.now()}`
      const context = await browser.newContext({
        baseURL: process.env.E2E_URL!,
        reducedMotion: 'reduce',
        viewport: size,
      })
      const admin = await context.newPage()
      const headers = { authorization: `Bearer ${await signIn(admin, demoAdmin)}` }
      const product = {
        productName: name,
        availableQty: 20,
        orderQty: 1,
        price: 219,
        productDescription: 'Rebuilt from a returned one.',
        image: '/products/alternator-1200.webp',
      }
      const added = await (await admin.request.post('/api/services', { data: product, headers })).json()
      await admin.goto(`/dashboard/products/${added.insertedId}`)
      await admin.getByLabel('Deposit in dollars').fill('45')
      await admin.getByRole('button', { name: 'Save changes' }).click()
      await expect(admin.getByText(/saved/i).first()).toBeVisible()

      const email = `${device}-${Date.now()}@deposits.example`
      const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
      await person.dispose()
      await page.setViewportSize(size)
      await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
      await saveAddress(page, token)
      await page.goto(`/services/${added.insertedId}`)
      await untilAlive(page)
      await expect(page.getByText('+ $45.00 deposit, back when you return your old part')).toBeVisible()
      const form = page.getByRole('form', { name: 'Order' })
      await expect(form.getByRole('status')).toHaveText('$264.00')
      await expectNoSidewaysScroll(page)
      await form.getByRole('button', { name: /^Add to cart/ }).click()
      await expect(page.getByText(`${name} is in your cart`)).toBeVisible()
      await page.goto('/cart')
      const total = page.getByRole('region', { name: 'Total' })
      await expect(total.getByText('Deposit for old parts')).toBeVisible()
      await expect(total.getByRole('status')).toHaveText('$264.00')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await total.getByRole('button', { name: 'Checkout' }).click()
      await expect(page).toHaveURL(/\/dashboard\/payment\//)
      const id = page.url().split('/').at(-1)!
      await page.getByLabel('Card number').fill('4242424242424242')
      await page.getByLabel('Expiry date').fill('12 / 40')
      await page.getByLabel('CVC').fill('123')
      await page.getByRole('button', { name: 'Pay $264.00' }).click()
      await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toContainText('$264.00')
      const answer = await page.request.get(`/api/purchases/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const [{ _id: parcel }] = (await answer.json()).parcels
      await admin.request.post('/api/parcels/pack', { data: { ids: [parcel] }, headers })

      await page.goto(`/dashboard/delivery/${id}`)
      await expect(page.getByRole('button', { name: /^Return the old part/ })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: /^Return the old part/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Return the old part' })
      await dialog.getByLabel('What should we know?').fill('By tram')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Return the old part' }).click()
      const oldParts = page.getByRole('region', { name: 'Old parts' })
      await expect(oldParts).toContainText('Old part announced')
      await expectNoSidewaysScroll(page)

      await admin.goto('/dashboard/returns/old-parts')
      const card = admin.getByRole('article', { name: `Old part of ${id.slice(-8).toUpperCase()}` })
      await expect(card).toContainText('By tram')
      await card.getByRole('button', { name: /^Decline/ }).click()
      const reason = admin.getByRole('form', { name: 'Decline' })
      await reason.getByRole('button', { name: 'Decline' }).click()
      await expect(reason.getByText('Say why', { exact: true })).toBeVisible()
      await admin.keyboard.press('Escape')
      await expectAccessible(admin)
      await expectNoSidewaysScroll(admin)
      await card.getByRole('button', { name: /^Received, give \$45\.00 back/ }).click()
      await admin.getByRole('button', { name: 'Yes, give it back' }).click()
      await expect(admin.getByText('The money has gone back')).toBeVisible()
      await expect(card).toHaveCount(0)
      await context.close()
      await page.reload()
      await expect(oldParts).toContainText('Deposit given back')
      await expect(page.getByRole('button', { name: /^Return the old part/ })).toHaveCount(0)
    },
  )
