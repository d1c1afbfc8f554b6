import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { demoCustomer } from './people.ts'
import { saveAddress, signIn } from './sign-in.ts'

test('a card pays: the dialog names amount and transaction, and the order is Paid', async ({ page }) => {
  const { id, price } = await anOrder(page)
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
  await expect(page.getByText(/^Kept for you until/)).toBeVisible()
  await expectAccessible(page)
  await pay(page, '4242424242424242')
  const transaction = await expectPaid(page, price)
  const row = page.getByRole('row').filter({ hasText: transaction })
  await expect(row).toContainText('Paid')
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await row.getByRole('link', { name: /^Paid/ }).click()
  await expect(page).toHaveURL(`/dashboard/delivery/${id}`)
  await page.getByRole('link', { name: /^Receipt R-/ }).click()
  await expect(page).toHaveURL(`/dashboard/receipt/${id}`)
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  const words = [`Order ${id.slice(-8).toUpperCase()}`, '14 Flywheel Lane', 'Paid', 'Unit price', 'Quantity']
  for (const line of [...words, transaction, `$${price.toFixed(2)}`, demoCustomer.email, 'ending in 4242'])
    await expect(receipt).toContainText(line)
  await expect(receipt).toContainText(/R-\d{4}-\d{6}/)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^R-\d{4}-\d{6}\.pdf$/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(transaction)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible()
})

test('a card that is refused says why, and another one pays the same order', async ({ page, complaints }) => {
  const { id, price } = await anOrder(page)
  await page.goto(`/dashboard/payment/${id}`)
  await type(page, '4242424242424241')
  await expect(page.getByRole('alert')).toHaveText('Your card number is invalid.')
  await expectMarked(page, 'Card number')
  await type(page, '4242424242424242')
  await page.getByLabel('CVC').fill('1')
  await expectMarked(page, 'CVC')
  await expect(page.getByRole('alert')).toHaveText("Your card's security code is incomplete.")
  await pay(page, '4000000000000002')
  await expect(page.getByRole('alert')).toHaveText(
    /^Your card was declined\.Nothing was charged\. Your parts are kept until .*: try again, or use another card\.$/,
  )
  await pay(page, '4000000000009995')
  await expect(page.getByRole('alert')).toContainText('Your card has insufficient funds.')
  complaints.length = 0
  await pay(page, '4242424242424242')
  await expectPaid(page, price)
})

test('a card that asks for authentication pays once it was given', async ({ page, complaints }) => {
  const { id, price } = await anOrder(page)
  await page.goto(`/dashboard/payment/${id}`)
  await pay(page, '4000002500003155')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toContainText('unable to authenticate')
  complaints.length = 0
  await pay(page, '4000002500003155')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectPaid(page, price)
})

test('a page that is loaded again in the middle still pays once', async ({ page }) => {
  const { id, price } = await anOrder(page)
  await page.goto(`/dashboard/payment/${id}`)
  await type(page, '4242424242424242')
  await page.reload()
  await pay(page, '4242424242424242')
  await expectPaid(page, price)
})

test('two tabs that pay one order pay it once', async ({ page, context, complaints }) => {
  const { id, price } = await anOrder(page)
  const other = await context.newPage()
  await signIn(other, demoCustomer)
  for (const tab of [page, other]) {
    await tab.goto(`/dashboard/payment/${id}`)
    await type(tab, '4242424242424242')
  }
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: /^Pay \$/ }).click()))
  const [first, second] = await Promise.all([expectPaid(page, price), expectPaid(other, price)])
  expect(first).toBe(second)
  complaints.length = 0
})

test('while the provider is out of reach the page says so, and pays when it is back', async ({
  page,
  complaints,
}) => {
  const { id, price } = await anOrder(page)
  await page.route('**/create-payment-intent', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The card provider does not answer.', reason: 'provider_down' },
    }),
  )
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('alert')).toHaveText('The card provider does not answer.')
  await page.unroute('**/create-payment-intent')
  await page.getByRole('button', { name: 'Try again' }).click()
  await pay(page, '4242424242424242')
  await expectPaid(page, price)
  complaints.length = 0
})

test('an answer that got lost is asked for again, and the order is paid once', async ({
  page,
  complaints,
}) => {
  const { id, price } = await anOrder(page)
  let lost = 0
  await page.route(`**/api/order/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await page.goto(`/dashboard/payment/${id}`)
  await pay(page, '4242424242424242')
  await expectPaid(page, price)
  complaints.length = 0
})

test('an order that is cancelled, unknown or somebody else’s has a page that says so', async ({
  page,
  complaints,
}) => {
  const { id, token } = await anOrder(page)
  await page.request.delete(`/api/orders/${id}`, { headers: { authorization: `Bearer ${token}` } })
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible()
  await page.goto('/dashboard/payment/no-such-order')
  await expect(page.getByRole('heading', { name: 'No such order' })).toBeVisible()
  await page.route('**/api/order/foreign', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/dashboard/payment/foreign')
  await expect(page.getByRole('heading', { name: 'Not your order' })).toBeVisible()
  complaints.length = 0
})

test('Payment Successful is shown only once the shop has confirmed the payment', async ({ page }) => {
  const { id } = await anOrder(page)
  let reports = 0
  await page.route(`**/api/order/${id}`, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    reports += 1
    return route.fulfill({ json: { modifiedCount: 0 } })
  })
  await page.clock.install()
  await page.goto(`/dashboard/payment/${id}`)
  await pay(page, '4242424242424242')
  for (let times = 1; times <= 4; times++) {
    await expect.poll(() => reports).toBe(times)
    await page.clock.fastForward(4000)
  }
  await expect(page.getByRole('alert')).toHaveText(
    'Your card was charged, but the shop could not confirm it yet. Do not pay again: My Orders will show it as paid soon.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** What is wrong is shown at its field, where one goes on. */
async function expectMarked(page: Page, label: string) {
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(label)).toBeFocused()
}

/** One piece of something cheap, ordered without the form. */
async function anOrder(page: Page) {
  const token = await signIn(page, demoCustomer)
  await saveAddress(page, token)
  const product = await (await page.request.get('/api/service/oil-filter')).json()
  const price = Math.round(product.price * product.orderQty * 100) / 100
  const answer = await page.request.post('/api/orders', {
    data: { productId: 'oil-filter', quantity: product.orderQty, size: 'M', price },
    headers: { authorization: `Bearer ${token}` },
  })
  const { insertedId } = await answer.json()
  return { id: insertedId as string, price, token }
}

async function type(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
}

async function pay(page: Page, number: string) {
  await type(page, number)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Reads the transaction off the dialog, and goes on to My Orders. */
async function expectPaid(page: Page, price: number) {
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(dialog).toBeVisible({ timeout: 15_000 })
  await expect(dialog).toContainText(`$${price.toFixed(2)}`)
  const transaction = (await dialog.locator('.font-mono').textContent())!
  expect(transaction).not.toMatch(/^pi_/)
  await expect(dialog.getByRole('link', { name: 'Receipt' })).toBeVisible()
  await dialog.getByRole('button', { name: 'My Orders' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
  return transaction
}
