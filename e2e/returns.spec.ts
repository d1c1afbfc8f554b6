import type { Browser, Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

for (const [device, size, part] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test(`parts go from the cart to the door and back, on a ${device}`, part, async ({ page, browser }) => {
    test.slow()
    await page.setViewportSize(size)
    await signInAsNew(page, `return-${device}@returns.example`)
    await fillCart(page)
    await page.getByRole('button', { name: 'Checkout' }).click()
    const street = `14 ${device} Row`
    await typeAddress(page, street)
    await pay(page)
    // Two parts of one purchase stand together and are paid once.
    const purchase = page.getByRole('rowgroup').filter({ hasText: 'Being prepared' })
    await expect(purchase.getByRole('row')).toHaveCount(3)
    await expect(purchase).toContainText('2 parts, $')
    await expect(purchase.getByRole('link', { name: /^Paid/ })).toHaveCount(1)
    // Paid rows have no action; what is not packed is not returned.
    await expect(purchase.getByRole('button')).toHaveCount(0)
    const name = page.getByRole('link', { name: /Oil Filter/ })
    await expectNoSidewaysScroll(page)
    const id = (await name.first().getAttribute('href'))!.split('/').at(-1)!
    await name.first().click()
    await expect(page.getByRole('heading', { name: '2 parts' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Return/ })).toHaveCount(0)

    const admin = await anAdmin(browser, size)
    await deliver(admin, street)
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Delivered / })).toBeVisible()
    await page.getByRole('button', { name: /^Return .*Oil Filter/ }).click()
    const form = page.getByRole('form', { name: 'Return' })
    await form.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(form.getByText('Choose a reason', { exact: true })).toBeVisible()
    const reasons = form.getByRole('radiogroup', { name: 'Why do you send it back?' })
    await expect(reasons.locator('label')).toHaveText([
      'It does not fit',
      'It is damaged',
      'I changed my mind',
    ])
    await reasons.getByText('It does not fit').click()
    await form.getByLabel('Pieces to return').selectOption('1')
    await form.getByLabel('What should we know?').fill('Too wide for <my> van')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await form.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Return asked')
    await expect(page.getByRole('button', { name: /^Return .*Oil Filter/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectAccessible(page)

    await admin.goto('/dashboard/returns')
    const card = admin.getByRole('article', { name: `Return of ${id.slice(-8).toUpperCase()}` })
    await expect(card).toContainText('Too wide for <my> van')
    await expectAccessibleInBothThemes(admin)
    await expectNoSidewaysScroll(admin)
    // The address of the shop is there already, and no reason to decline.
    const answer = card.getByLabel('Words to the customer')
    await expect(answer).toHaveValue(/^Please send it to:\nCar Parts\n14 Flywheel Lane/)
    await card.getByRole('button', { name: /^Decline/ }).click()
    await expect(card.getByText('Say why', { exact: true })).toBeVisible()
    await answer.fill('')
    await card.getByRole('button', { name: /^Accept/ }).click()
    await expect(card.getByText('Say where it should be sent', { exact: true })).toBeVisible()
    await answer.fill('To 5 Dock Road, please')
    await card.getByRole('button', { name: /^Accept/ }).click()
    await expect(card).toHaveCount(0)
    await page.goto('/dashboard/orders')
    await expect(page.getByRole('rowheader')).toContainText('Return accepted')
    await name.first().click()
    const returns = page.getByRole('region', { name: 'Returns' })
    await expect(returns).toContainText('Return accepted')
    await expect(returns).toContainText('To 5 Dock Road, please')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await admin.getByRole('link', { name: 'On their way' }).click()
    await card.getByRole('button', { name: /^Received, can be sold again/ }).click()
    await expect(card).toHaveCount(0)
    await admin.getByRole('link', { name: 'To refund' }).click()
    await expect(card).toContainText('Sound')
    await admin.route('**/api/purchases/*', async (route) => {
      const purchase = await (await route.fetch()).json()
      await route.fulfill({ json: { ...purchase, orders: [] } })
    })
    await card.getByRole('button', { name: /^Refund/ }).click()
    await expect(admin.getByText('This order is no longer part of its purchase')).toBeVisible()
    await admin.unroute('**/api/purchases/*')
    await card.getByRole('button', { name: /^Refund/ }).click()
    const dialog = admin.getByRole('dialog', { name: 'Refund this return?' })
    await expect(dialog).toHaveAccessibleDescription(/^\$[\d.]+ goes back to the card it came from/)
    await expect(dialog).toContainText(`1 piece, size M, order no. ${id.slice(-8).toUpperCase()}`)
    await expect(dialog).toContainText(`return-${device}@returns.example`)
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await expectAccessibleInBothThemes(admin)
    await expectNoSidewaysScroll(admin)
    await admin.keyboard.press('Escape')
    await expect(card.getByRole('button', { name: /^Refund/ })).toBeFocused()
    await admin.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Yes, refund it' }).click()
    await expect(admin.getByText('The money has gone back')).toBeVisible()
    await admin.getByRole('link', { name: 'Completed' }).click()
    await expect(card).toContainText('Refund requested')
    await expectAccessible(admin)
    await admin.context().close()
    await page.goto('/dashboard/orders')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^.*Oil Filter/ }) })
    await expect(row).toContainText(/Returned\$[\d.]+ returned/)
    await name.first().click()
    // The other piece can still go back.
    await expect(page.getByRole('button', { name: /^Return .*Oil Filter/ })).toBeVisible()
  })

async function signInAsNew(page: Page, email: string) {
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
}

/** Two oil filters and one air filter. */
async function fillCart(page: Page) {
  await page.goto('/shop')
  for (const part of ['Oil Filter', 'Air Filter']) {
    const button = page.getByRole('button', { name: new RegExp(`^Add to cart: .*${part}`) })
    await button.first().click()
    await expect(page.getByText(new RegExp(`${part}.* is in your cart$`))).toBeVisible()
  }
  await page.goto('/cart')
  await page.getByRole('button', { name: /^One more of .*Oil Filter/ }).click()
  await expect(page.getByLabel(/^Quantity of .*Oil Filter/)).toHaveValue('2')
}

async function typeAddress(page: Page, street: string) {
  const form = page.getByRole('form', { name: 'Payment' })
  await form.getByLabel('Street and number').fill(street)
  await form.getByLabel('Town').fill('Bath')
  await form.getByLabel('Country').selectOption('United Kingdom')
}

async function pay(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await dialog.getByRole('button', { name: 'My Orders' }).click()
}

/** Packed, shipped and delivered by an admin. */
async function deliver(admin: Page, street: string) {
  const parcel = admin.getByRole('article').filter({ hasText: street })
  await admin.goto('/dashboard/parcels')
  await expectNoSidewaysScroll(admin)
  await parcel.getByRole('button', { name: /^Packed/ }).click()
  await expect(parcel).toHaveCount(0)
  await admin.getByRole('link', { name: 'Packed' }).click()
  await parcel.getByRole('button', { name: /^Ship/ }).click()
  await parcel.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(parcel).toHaveCount(0)
  await admin.getByRole('link', { name: 'Shipped' }).click()
  await parcel.getByRole('button', { name: /^Delivered/ }).click()
  await expect(parcel).toHaveCount(0)
}

async function anAdmin(browser: Browser, viewport: { width: number; height: number }) {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL!,
    reducedMotion: 'reduce',
    viewport,
  })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  return admin
}
