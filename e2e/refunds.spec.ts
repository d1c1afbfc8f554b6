import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { demoAdmin, demoCustomer } from './people.ts'
import { signIn } from './sign-in.ts'

test('an admin reads why a refund was refused, tries again and settles it otherwise', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await browser.newPage({ baseURL: baseURL! })
  const orderId = await paidWith(customer, 'pm_card_createDispute')
  const token = await signIn(page, demoAdmin)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api/orders/${orderId}/refund`, {
    data: { restock: false },
    headers,
  })
  expect(await answer.json()).toMatchObject({ outcome: 'refused' })
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /Failed refunds/ })
    .click()
  const panel = page.getByRole('region', { name: 'Refunds that need you' })
  await expect(panel).toContainText('charged back')
  await expect(page.getByRole('row').filter({ hasText: 'Refund refused' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await panel.getByRole('button', { name: /^Try again/ }).click()
  await expect(page.getByText(/^The provider refuses the refund: /)).toBeVisible()
  await panel.getByRole('button', { name: /^Settled otherwise/ }).click()
  await expect(panel).toHaveCount(0)

  await customer.goto('/dashboard/orders')
  await expect(customer.getByText('Refund delayed').first()).toBeVisible()
  await customer.close()
})

test('an admin takes a part that cost nothing out of a parcel', async ({ page, browser, baseURL }) => {
  const customer = await browser.newPage({ baseURL: baseURL! })
  const id = await paidWith(customer, 'pm_card_visa', ['warning-triangle'])
  await customer.close()
  await signIn(page, demoAdmin)
  await page.goto(`/dashboard/allOrders?q=${id.slice(-8)}`)
  await page.getByRole('link', { name: 'Folding Warning Triangle', exact: true }).click()
  const takeOut = page.getByRole('button', { name: /^Take out/ })
  await takeOut.click()
  const dialog = page.getByRole('dialog', { name: 'Take this part out of the parcel?' })
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Yes, take it out' }).click()
  await expect(page.getByText('It is not sent')).toBeVisible()
  await expect(takeOut).toHaveCount(0)
})

test('an admin finds the mails that could not be delivered', async ({ page }) => {
  await signIn(page, demoAdmin)
  const mail = {
    _id: 'one',
    to: 'ada@example.com',
    subject: 'Your order is paid',
    createdAt: '2026-11-16T10:00:00.000Z',
    failedAt: '2026-11-17T01:00:00.000Z',
    tries: 20,
    error: 'ESOCKET',
  }
  // In a shop without a mail server every mail finds its folder.
  let isThere = true
  await page.route('**/api/mails?*', (route) =>
    route.fulfill({ json: isThere ? [mail] : [], headers: { 'x-total-count': isThere ? '1' : '0' } }),
  )
  await page.route('**/api/mails/one/retry', (route) => {
    isThere = false
    return route.fulfill({ json: { modifiedCount: 1 } })
  })
  await page.goto('/dashboard/mails')
  await expect(page.getByRole('heading', { name: 'Undelivered Mails' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: mail.to })
  await expect(row).toContainText('20 tries, last answer ESOCKET')
  await expect(row.getByRole('button', { name: /^Delete/ })).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect(page.getByText('The mail is being sent')).toBeVisible()
  await expect(page.getByText('Every mail was delivered')).toBeVisible()
})

/** Ordered and paid without the forms. */
async function paidWith(page: Page, card: string, freeParts: string[] = []) {
  const token = await signIn(page, demoCustomer)
  const headers = { authorization: `Bearer ${token}` }
  const product = await (await page.request.get('/api/service/oil-filter')).json()
  const price = Math.round(product.price * product.orderQty * 100) / 100
  const lines = [
    { productId: 'oil-filter', quantity: product.orderQty, size: 'M' },
    ...freeParts.map((productId) => ({ productId, quantity: 1, size: 'M' })),
  ]
  const placed = await page.request.post('/api/checkout', { data: { lines, total: price }, headers })
  const { purchaseId } = await placed.json()
  const data = { orderId: purchaseId, price }
  const { clientSecret } = await (await page.request.post('/create-payment-intent', { data, headers })).json()
  const transactionId = clientSecret.split('_secret_')[0]
  const { publishableKey } = await (await page.request.get('/api/pay-config')).json()
  await page.request.post(`/v1/payment_intents/${transactionId}/confirm`, {
    form: { client_secret: clientSecret, payment_method: card },
    headers: { authorization: `Bearer ${publishableKey}` },
  })
  await page.request.patch(`/api/order/${purchaseId}`, { data: { transactionId }, headers })
  return purchaseId as string
}
