import type { Page } from '@playwright/test'
import { atLength, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { demoAdmin, demoCustomer } from './people.ts'
import { signIn } from './sign-in.ts'

test('what is wrong with a quantity is said word for word', async ({ page }) => {
  await signIn(page, demoCustomer)
  await page.goto('/services/brake-disc')
  const quantity = page.getByLabel('Quantity')
  for (const [typed, message] of [
    ['', 'Quantity is required'],
    ['02', 'Quantity must be a real number'],
    ['two', 'Quantity must be a real number'],
    ['1', 'Quantity must be at least 2'],
    ['99999', 'Quantity must be less than or equal to available quantity'],
  ] as const) {
    await quantity.fill(typed)
    await page.getByRole('button', { name: 'Order now' }).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(quantity).toBeFocused()
  }
  await expectAccessible(page)
})

test('an order that is cancelled gives its pieces back', async ({ page, complaints }) => {
  await signIn(page, demoCustomer)
  const before = await stock(page, 'air-filter')
  await order(page, 'air-filter', { size: 'XL' })
  await expect(page.getByText('Successfully ordered')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: /air filter/i })
  await expect(row).toContainText('XL')
  await expect(row).toContainText('Not Paid')
  await expect(row).toContainText('Kept for you until')
  const purchase = page.getByRole('rowgroup').filter({ has: row })
  await expect(purchase.getByRole('rowheader')).toHaveText(
    /^New\w+ \d+, \d{4}no\. [0-9A-F]{8}1 part, \$[\d.]+Waiting for payment$/,
  )
  await expect(row.getByRole('link', { name: /^Panel Air Filter/ })).toHaveAttribute(
    'href',
    /^\/dashboard\/delivery\//,
  )
  expect(await stock(page, 'air-filter')).toBeLessThan(before)

  await row.getByRole('button', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure?')
  await expect(dialog).toContainText("You won't be able to revert this!")
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // As for one of two orders of 40 cents, which are not sold any more, and in a shop with a fee for delivery.
  const message = 'What is left of this purchase would come to $0.40, which no card can pay.'
  await page.route(/\/api\/orders\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    if (!new URL(route.request().url()).searchParams.has('rest'))
      return route.fulfill({ status: 409, json: { message, reason: 'rest_not_chargeable', rest: 0.4 } })
    const response = await route.fetch()
    const left = { total: 104.4, delivery: 4.9 }
    return route.fulfill({ response, json: { ...(await response.json()), left } })
  })
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(dialog).toContainText('Not deleted')
  await expect(dialog).toContainText(message)
  await expectAccessible(page)
  complaints.length = 0
  await dialog.getByRole('button', { name: 'Cancel all of it' }).click()
  await expect(dialog).toContainText('Deleted!')
  await expect(dialog).toContainText('Order has been deleted.')
  await expect(dialog).toContainText('comes to $104.40 now, $4.90 of it for delivery')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeFocused()
  await page.getByRole('link', { name: 'Cancelled' }).click()
  await expect(row.first()).toContainText('Cancelled')
  await expect(row.first().getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await expect(row.first().getByRole('button', { name: /^Order again/ })).toBeVisible()
  await expect(row.first().getByRole('link', { name: /^Panel Air Filter/ })).toHaveAttribute(
    'href',
    '/services/air-filter',
  )
  expect(await stock(page, 'air-filter')).toBe(before)
})

test('the notice of a new order offers Pay now', async ({ page }) => {
  await signIn(page, demoCustomer)
  await order(page, 'oil-filter')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('on a phone a purchase is a card with all that the table says', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoCustomer)
  await order(page, 'oil-filter')
  const row = page
    .getByRole('row')
    .filter({ hasText: /oil filter/i })
    .first()
  for (const words of [/^1$/, /Oil Filter/, /^Pay \$/, 'Not Paid', /^\$\d/])
    await expect(row.getByText(words).first()).toBeVisible()
  for (const name of ['Quantity', 'Size', 'TrnxId'])
    await expect(row.locator(`[data-name=${name}]`)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('two clicks on the order button are one order', async ({ page }) => {
  await signIn(page, demoCustomer)
  await page.goto('/services/battery')
  const before = await stock(page, 'battery')
  const quantity = Number(await page.getByLabel('Quantity').inputValue())
  await page.getByRole('button', { name: 'Order now' }).dblclick()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  expect(await stock(page, 'battery')).toBe(before - quantity)
})

test('a customer with too many unpaid orders reads why and finds My Orders', async ({ page, complaints }) => {
  await signIn(page, demoCustomer)
  await page.goto('/services/battery')
  // The customer of all journeys must not run out of room for them.
  const message = 'You have as many unpaid orders as you may have. Pay for some, or cancel them.'
  await page.route('**/api/orders', (route) =>
    route.fulfill({ status: 409, json: { message, reason: 'too_many_unpaid', mostUnpaidOrders: 20 } }),
  )
  await page.getByRole('button', { name: 'Order now' }).click()
  const alert = page.getByRole('form', { name: 'Order' }).getByRole('alert')
  await expect(alert).toContainText(message)
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  complaints.length = 0
})

test('admins see why they cannot order, and pages for customers are not theirs', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/services/brake-disc')
  await expect(page.getByText('Order option for site admin is not allowed !!!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order now' })).toHaveCount(0)
})

test('a product that cannot be loaded shows the 403 page', async ({ page, complaints }) => {
  await signIn(page, demoCustomer)
  await page.goto('/services/no-such-part')
  await expect(page.getByText('You are not authorized to access this page.')).toBeVisible()
  complaints.length = 0
})

test('nothing in stock, or less than the minimum, is said on the button', async ({ page }) => {
  await signIn(page, demoCustomer)
  for (const [id, words] of [
    ['radiator', 'Out of Stock'],
    ['shock-absorber', 'Only 1 left, the minimum is 2'],
  ] as const) {
    await page.goto(`/services/${id}`)
    await expect(page.getByRole('button', { name: words })).toBeDisabled()
  }
})

test('the pages of customers fit on a phone and are accessible', atLength, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoCustomer)
  await order(page, 'oil-filter')
  for (const path of ['/dashboard/orders', '/dashboard/addReview', '/services/brake-disc']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('a review needs a rating and a text, and is then on the home page', async ({ page }) => {
  await signIn(page, demoCustomer)
  await page.goto('/dashboard/addReview')
  const text = page.getByLabel('Your review')
  await expect(page.getByText('Hey, Demo Customer! Minimum 100 characters required')).toBeVisible()
  await page.getByRole('button', { name: 'Add Review' }).click()
  const complaint = page.getByText('Provide Valid Information')
  await expect(complaint).toBeVisible()
  const words = `Fitted in ten minutes, ${crypto.randomUUID()}`
  await text.fill(words)
  await expect(page.getByText('Hey, Demo Customer! Minimum 100 characters required')).toBeVisible()
  await text.fill('🚗'.repeat(251))
  await expect(text).toHaveValue('🚗'.repeat(250))
  await expect(page.getByText('250 of 250 characters')).toBeVisible()
  await expect(page.getByText('Stop, Demo Customer! You have reached the limit')).toBeVisible()
  await text.fill(words)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(complaint).toBeVisible()
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  // As soon as nothing is missing, not after five seconds.
  await expect(complaint).toBeHidden({ timeout: 4000 })
  const sent = page.waitForRequest('**/api/review')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Review added successfully')).toBeVisible()
  expect((await sent).postDataJSON()).toEqual({
    reviewText: words,
    rating: 4,
    reviewDate: expect.any(String),
    author: { name: 'Demo Customer', uid: expect.any(String), photo: null },
  })
  await page.goto('/')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText(/\d\.\d out of 5, from \d+ reviews/)).toBeVisible()
  await page.goto('/services/battery')
  await expect(page.getByRole('heading', { name: 'About the shop' })).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
})

async function order(page: Page, productId: string, { size = 'M' } = {}) {
  await page.goto(`/services/${productId}`)
  await page.getByRole('radio', { name: size, exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Order now' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
}

const stock = async (page: Page, productId: string) =>
  (await (await page.request.get(`/api/service/${productId}`)).json()).availableQty as number

test('a customer asks to be told when a part is back, and takes it back', async ({ page }) => {
  await signIn(page, demoCustomer)
  // Who is signed in comes late: what is pressed before that is done all the same.
  let press = () => {}
  const pressed = new Promise<void>((resolve) => {
    press = resolve
  })
  await page.route('**/admin/customer*', (route) => pressed.then(() => route.continue()))
  await page.goto('/shop?q=shock+absorber')
  await page.getByRole('button', { name: /^Tell me when Coil-Over/ }).click()
  press()
  await expect(page.getByText('We write to customer@carparts.example as soon as')).toBeVisible()
  await expect(page.getByRole('button', { name: /^We tell you when Coil-Over/ })).toBeVisible()
  await page.goto('/services/shock-absorber')
  await page.getByRole('button', { name: 'No mail, thank you' }).click()
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(page.getByText('We write to customer@carparts.example as soon as')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'No mail, thank you' }).click()
  await expect(page.getByRole('button', { name: 'Tell me when it is back' })).toBeEnabled()
  await expectAccessible(page)
})
