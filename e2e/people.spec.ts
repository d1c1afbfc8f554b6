import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { linkToken, newest } from '../test/outbox.ts'
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
import { payByApi } from './pay.ts'
import { dataDir, demoAdmin, demoCustomer } from './people.ts'
import { registerByApi, signIn, tokenFor } from './sign-in.ts'

const adminPages = [
  { path: '/dashboard/allOrders', heading: 'All Orders', api: '/api/orders' },
  { path: '/dashboard/users', heading: 'All Users', api: '/api/users' },
  { path: '/dashboard/messages', heading: 'Messages', api: '/api/messages' },
  { path: '/dashboard/newsletter', heading: 'Subscribers', api: '/api/newsletter' },
]
const verifyToken = (to: string) => linkToken(dataDir(), to, 'verify-email')
const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`

for (const [device, viewport] of [
  ['desktop', desktop],
  ['phone', phone],
] as const)
  test.describe(`on a ${device}, light and dark`, atLength, () => {
    test.use({ viewport })

    test("the admin's lists and numbers are accessible and fit", async ({ page, request }) => {
      // Five pages, each looked at by axe from top to bottom.
      test.slow()
      await request.post(`/api/newsletter/${unique('reader')}`)
      await request.post('/api/contact', { data: { email: unique('kim'), message: 'Hello there' } })
      await signIn(page, demoAdmin)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible()
      await page.getByText('Show the days as a table').click()
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
      for (const { path, heading } of adminPages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessibleInBothThemes(page)
      }
    })
  })

test('the charts of the dashboard tell the figure of a day to pointer and keyboard', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard')
  const chart = page.getByRole('slider', { name: 'Orders by day' })
  const figure = page.getByRole('figure').filter({ has: chart })
  const newest = await chart.getAttribute('aria-valuetext')
  expect(newest).toMatch(/^\w+ \d+: \d+ orders?$/)
  // Others order meanwhile.
  const today = new RegExp(`^${newest!.split(':')[0]}: `)
  await expect(figure.getByText(today)).toBeVisible()
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', today)
  await expectAccessible(page)
  await page.keyboard.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', today)
  await chart.hover({ position: { x: 1, y: 20 } })
  await expect(figure.getByText(first!)).toBeVisible()

  // Others add parts of which there are few, meanwhile.
  await expect(async () => {
    await page.goto('/dashboard')
    const low = page.getByRole('link', { name: /^\d+ ?Low stock$/ })
    const count = Number.parseInt((await low.textContent())!, 10)
    await low.click()
    await expect(page).toHaveURL(/manageProducts\?stock=low/)
    const words = page.getByRole('status').getByText(new RegExp(`^${count} product`))
    await expect(words).toBeVisible({ timeout: 5000 })
  }).toPass()
})

test("the admin's pages and what they request are not for customers", async ({ page, complaints }) => {
  for (const { path, api } of adminPages) {
    await page.goto('/blogs')
    // A session for each page, because the page ends it.
    await page.context().clearCookies()
    const token = await tokenFor(page, demoCustomer)
    await page.evaluate((given) => localStorage.setItem('accessToken', given), token)
    const response = await page.request.get(api, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status()).toBe(403)
    expect((await page.request.get(api)).status()).toBe(401)
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.accessToken)).toBeUndefined()
  }
  // The session may end while the bar is asking for the customer's cars.
  expect(complaints.filter((text) => !/401 (for .*\/api\/my-garage|\(Unauthorized\))/.test(text))).toEqual([])
  complaints.length = 0
})

test('an admin promotes one person and deletes another, and sees so in the words of the shop', async ({
  page,
}) => {
  const [rising, leaving] = [unique('rising'), unique('leaving')]
  for (const email of [rising, leaving]) await (await registerByApi(verifyToken, email)).person.dispose()
  await signIn(page, demoAdmin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'All Users' }).click()
  await find(page, 'users', rising)
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(rising)}`))
  await page.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByText(`${rising} successfully an admin`)).toBeVisible()
  // A notice stays while the pointer is over it, however long the machine takes.
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  const row = page.getByRole('row', { name: rising })
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeFocused()
  await expectAccessible(page)
  await undo.click()
  await expect(page.getByText(`${rising} is no longer an admin`)).toBeVisible()
  await undo.hover()
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible()
  await undo.click()
  await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeVisible()

  await find(page, 'users', leaving)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText("You won't be able to revert this!")
  await expect(page.getByRole('dialog')).toContainText(`${leaving}Ada Lovelace`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText(`${leaving} successfully deleted`)).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeFocused()
})

test('an admin makes somebody a packer, who finds the packing list and nothing of money', async ({
  page,
  browser,
}) => {
  const email = unique('packs')
  await (await registerByApi(verifyToken, email)).person.dispose()
  await signIn(page, demoAdmin)
  await page.goto(`/dashboard/users?q=${email}`)
  const row = page.getByRole('row', { name: email })
  await row.getByRole('button', { name: `Role ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Which role?' })
  await dialog.getByRole('radio', { name: /^Packer/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`The role of ${email} is Packer now`)).toBeVisible()
  await expect(row.getByText('Packer', { exact: true })).toBeVisible()

  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const packer = await context.newPage()
  await signIn(packer, { email, password: 'Passw0rd1' })
  await packer.goto('/dashboard')
  const menu = packer.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'My Profile', /^To pack/, /^Returns/])
  await expect(packer.getByRole('region', { name: 'To do' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(packer)
  await menu.getByRole('link', { name: /^To pack/ }).click()
  await expect(packer.getByRole('heading', { name: 'To pack' })).toBeVisible()
  // A page of others says so; nobody is logged out for it.
  await packer.goto('/dashboard/allOrders')
  await expect(packer.getByText('You are not authorized to access this page.')).toBeVisible()
  await packer.goto('/dashboard/orders')
  await expect(packer).toHaveURL('/dashboard')
  await context.close()
})

test('the own row of an admin has neither Delete nor Remove Admin', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto(`/dashboard/users?q=${demoAdmin.email}`)
  const row = page.getByRole('row', { name: demoAdmin.email })
  await expect(row).toContainText('This is you')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a user who is gone meanwhile cannot be deleted, and the admin reads why', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto(`/dashboard/users?q=${demoCustomer.email}`)
  await page.route('**/api/user/*', (route) =>
    route.fulfill({ json: { deletedCount: 0, message: 'there is no such user' } }),
  )
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  const words = `${demoCustomer.email} could not be deleted because there is no such user`
  await expect(page.getByText(words)).toBeVisible()
})

test('an open admin page of somebody who is no admin any more ends at the log-in', async ({
  page,
  browser,
  complaints,
}) => {
  const email = unique('former')
  const { person, token: former } = await registerByApi(verifyToken, email)
  await person.dispose()
  await page.addInitScript((given) => localStorage.setItem('accessToken', given), former)
  const boss = await browser.newContext({ baseURL: process.env.E2E_URL! })
  const token = await signIn(await boss.newPage(), demoAdmin)
  const headers = { authorization: `Bearer ${token}` }
  expect((await boss.request.put(`/user/admin/${email}`, { headers })).status()).toBe(200)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()

  expect((await boss.request.delete(`/user/admin/${email}`, { headers })).status()).toBe(200)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('anybody')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.accessToken)).toBeUndefined()
  // For a moment they were a customer, whose cars were asked for: that is refused once they are logged out.
  await page.waitForLoadState('networkidle')
  expect(complaints.splice(0).filter((complaint) => !/\b40[13]\b/.test(complaint))).toEqual([])
  await boss.close()
})

test('an admin finds, cancels and refunds orders, and keeps them as a file', async ({ page }) => {
  // A customer of its own: other journeys order at the same time.
  const email = unique('buyer')
  const { person: customer, token } = await registerByApi(verifyToken, email)
  const unpaid = await placeOrder(customer, token)
  const paid = await payOrder(customer, token, await placeOrder(customer, token))
  await signIn(page, demoAdmin)
  await page.goto(`/dashboard/allOrders?q=${paid.slice(3)}`)
  const row = page.getByRole('row', { name: paid.slice(3) })
  await expect(row.getByRole('link', { name: /^Paid/ })).toBeVisible()
  // The day of the order stands there once, wherever there is room for it.
  for (const width of [1440, 920, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('tbody time').filter({ visible: true })).toHaveCount(1)
  }
  await page.setViewportSize(desktop)
  await expect(row.getByRole('button')).toHaveCount(0)
  await row.getByRole('link', { name: /^Panel Air Filter/ }).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('dialog', { name: 'Refund this order?' })).toContainText(
    'Panel Air Filter, 290 × 175 mm1 × M, $16.90',
  )
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /back on the shelf/ }).uncheck()
  await page.getByRole('button', { name: 'Yes, refund it' }).click()
  await expect(page.getByText('The money has gone back')).toBeVisible()
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^Purchase / })).toBeFocused()

  await page.goto(`/dashboard/allOrders?q=${email}`)
  await page.getByRole('link', { name: 'Unpaid' }).click()
  await expect(page).toHaveURL(/state=unpaid/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Order has been deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  const seen = await customer.get(`/api/order/${unpaid}`, { headers: { authorization: `Bearer ${token}` } })
  expect(seen.status()).toBe(404)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^orders-[\d-]+\.csv$/)
  await customer.dispose()
})

test('an admin reads a message, marks it, and keeps all of them as a file', async ({ page, request }) => {
  const email = unique('writer')
  await request.post('/api/contact', { data: { email, message: '=SUM(A1) is not a formula here' } })
  await signIn(page, demoAdmin)
  await page.goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /^Messages \d+ waiting$/ })
    .click()
  await find(page, 'messages', email)
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  await page.getByRole('link', { name: 'Unread' }).click()
  await expect(page.getByText('Everything is read')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^messages-[\d-]+\.csv$/)
  expect(readFileSync((await file.path())!, 'utf8')).toContain(`${email},'=SUM(A1) is not a formula here,yes`)
})

test('a reader who follows the link of a newsletter mail leaves it with one click', async ({
  page,
  request,
}) => {
  const email = unique('leaver')
  await request.post(`/api/newsletter/${email}`)
  const link = await leaveLink(email)
  await page.goto(link)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave the newsletter' }).click()
  await expect(page.getByRole('heading', { name: 'You have left the newsletter' })).toBeVisible()
  await page.goto(link.replace(/signature=.../, 'signature=xxx'))
  await page.getByRole('button', { name: 'Leave the newsletter' }).click()
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})

async function find(page: Page, what: string, words: string) {
  await page.getByRole('searchbox', { name: `Search ${what}` }).fill(words)
  await expect(page.getByRole('status').getByText(/^1 /)).toBeVisible()
  await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible()
}

async function leaveLink(email: string) {
  const { text } = await newest(dataDir(), email, 'List-Unsubscribe')
  return /^List-Unsubscribe: <https?:\/\/[^/]+(\S+)>$/m.exec(text)![1]!
}

async function placeOrder(customer: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const order = { productId: 'air-filter', quantity: 1, size: 'M', price: await priceOf(customer) }
  return (await (await customer.post('/api/orders', { data: order, headers })).json()).insertedId as string
}

const priceOf = async (customer: APIRequestContext) =>
  (await (await customer.get('/api/service/air-filter')).json()).price as number

const payOrder = async (customer: APIRequestContext, token: string, orderId: string) =>
  payByApi(customer, { authorization: `Bearer ${token}` }, { orderId, price: await priceOf(customer) })
