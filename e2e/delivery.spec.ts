import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

test('a parcel goes from the payment to its address: packed, shipped and delivered, and the customer sees where it is', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = 'parcel@delivery.example'
  const { id } = await anOrder(page, email)
  await page.setViewportSize(phone)
  await page.goto(`/dashboard/payment/${id}`)
  const form = page.getByRole('form', { name: 'Delivery address' })
  await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(form.getByText('Street is required')).toBeVisible()
  await form.getByLabel('Street and number').fill('14 <b>Analytical</b> Row')
  await form.getByLabel('Postal code').fill('BA1 1AA')
  await form.getByLabel('Town').fill('Bath')
  await form.getByLabel('Country').fill('United Kingdom')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('14 <b>Analytical</b> Row')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await pay(page)
  await page.getByRole('link', { name: /^To pack/ }).click()
  await expect(page.getByRole('heading', { name: 'To pack' })).toBeVisible()

  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  await admin.goto('/dashboard')
  await admin.getByRole('link', { name: 'To pack' }).click()
  const parcel = admin.getByRole('article', { name: `Parcel ${id.slice(-8).toUpperCase()}` })
  await expect(parcel).toContainText('14 <b>Analytical</b> Row')
  await expect(parcel).toContainText('BA1 1AA Bath')
  await expectAccessible(admin)
  await parcel.getByRole('checkbox').check()
  await expect(admin.getByRole('button', { name: 'Print 1 packing slip' })).toBeVisible()
  await admin.emulateMedia({ media: 'print' })
  await expect(parcel).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'To pack' })).toBeHidden()
  await admin.emulateMedia({ media: 'screen' })
  await admin.getByRole('button', { name: 'Mark 1 parcel as packed' }).click()
  await expect(parcel).toHaveCount(0)

  await admin.getByRole('link', { name: 'Packed' }).click()
  await parcel.getByRole('button', { name: /^Not packed after all/ }).click()
  await expect(parcel).toHaveCount(0)
  await admin.getByRole('link', { name: 'To pack' }).last().click()
  await parcel.getByRole('button', { name: /^Packed/ }).click()
  await admin.getByRole('link', { name: 'Packed' }).click()
  await parcel.getByRole('button', { name: /^Ship/ }).click()
  const ship = admin.getByRole('form', { name: 'Ship' })
  await ship.getByLabel('Carrier').selectOption('UPS')
  await ship.getByLabel('Tracking number').fill('no!')
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(ship.getByText('A tracking number has 4 to 40 letters, digits and dashes')).toBeVisible()
  await ship.getByLabel('Tracking number').fill('1z 999 aa1 0123456784')
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(parcel).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Shipped' })).toBeVisible()
  await expect(page.getByRole('link', { name: '1Z999AA10123456784' })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  )
  await expectAccessible(page)
  await admin.getByRole('link', { name: 'Shipped' }).click()
  await parcel.getByRole('button', { name: /^Delivered/ }).click()
  await expect(parcel).toHaveCount(0)
  await context.close()
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('link', { name: /^Delivered/ })).toBeVisible()
})

test('an order without an address asks for it in My Orders', async ({ page }) => {
  const { id } = await anOrder(page, 'later@delivery.example')
  await page.goto(`/dashboard/payment/${id}`)
  await pay(page)
  await page.getByRole('link', { name: /^Add address/ }).click()
  await expect(page).toHaveURL(`/dashboard/delivery/${id}`)
  await expect(page.getByText('Tell us where it should go, and we pack it.')).toBeVisible()
  const form = page.getByRole('form', { name: 'Delivery address' })
  for (const [label, text] of [
    ['Street and number', '2 Later Lane'],
    ['Town', 'Bath'],
    ['Country', 'UK'],
  ] as const)
    await form.getByLabel(label).fill(text)
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('heading', { name: 'To pack' })).toBeVisible()
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(form.getByLabel('Street and number')).toHaveValue('2 Later Lane')
})

test('the address book in My Profile adds, changes and deletes an address', async ({ page }) => {
  await anOrder(page, 'book@delivery.example')
  await page.goto('/dashboard/myprofile')
  const book = page.getByRole('region', { name: 'Addresses' })
  await book.getByRole('button', { name: 'Add address' }).click()
  for (const [label, text] of [
    ['Name', 'Grace Hopper'],
    ['Street and number', '1 Compiler Court'],
    ['Town', 'Arlington'],
    ['Country', 'USA'],
  ] as const)
    await book.getByLabel(label).fill(text)
  await book.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByText('1 Compiler Court')).toBeVisible()
  await expectAccessible(page)
  await book.getByRole('button', { name: /^Change/ }).click()
  await book.getByLabel('Town').fill('New York')
  await book.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByText('New York')).toBeVisible()
  await book.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(dialog).toContainText('Address has been deleted.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(book.getByText('1 Compiler Court')).toHaveCount(0)
})

/** Signed in as somebody new, with an unpaid order. */
async function anOrder(page: Page, email: string) {
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
  const { price, orderQty } = await (await page.request.get('/api/service/air-filter')).json()
  const placed = await page.request.post('/api/orders', {
    data: { productId: 'air-filter', quantity: orderQty, size: 'M', price: price * orderQty },
    headers: { authorization: `Bearer ${token}` },
  })
  return { id: (await placed.json()).insertedId as string }
}

async function pay(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Payment Successful' })
    .getByRole('button', { name: 'My Orders' })
    .click()
}
