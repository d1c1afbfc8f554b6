import {
  atLength,
  desktop,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { demoAdmin, demoCustomer, logIn, typeLogin } from './people.ts'
import { signIn } from './sign-in.ts'

// A few of each; app/pages/return-to.test.ts goes over all pages.
const forSignedIn = ['/services/brake-disc', '/dashboard', '/dashboard/myprofile']
const forCustomers = ['/dashboard/orders', '/dashboard/payment/1', '/dashboard/addReview']
const forAdmins = ['/dashboard/allOrders', '/dashboard/addProduct', '/dashboard/audit']
const settled = (page: import('@playwright/test').Page) =>
  expect(page.locator('main').getByText('Loading', { exact: true })).toHaveCount(0)

test('a visitor is asked to log in for every page that is not public', async ({ page }) => {
  for (const path of [...forSignedIn, ...forCustomers, ...forAdmins]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login$/)
  }
})

test('after log-in one comes back to the page one wanted, also by a link in a mail', async ({ browser }) => {
  for (const path of ['/dashboard/myprofile', '/dashboard/receipt/1', '/dashboard/delivery/1']) {
    const visit = await browser.newPage({ reducedMotion: 'reduce' })
    await visit.goto(path)
    await expect(visit).toHaveURL(/\/login$/)
    await typeLogin(visit, demoCustomer)
    await expect(visit).toHaveURL(path)
    await visit.close()
  }
})

test('/appointment leads to the dashboard', async ({ page }) => {
  await page.goto('/appointment')
  await expect(page).toHaveURL(/\/login$/)
  await typeLogin(page, demoCustomer)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a customer sees their pages; an admin page signs them out, and the way back is the dashboard', async ({
  page,
  complaints,
}) => {
  await logIn(page, demoCustomer)
  for (const path of [...forSignedIn, ...forCustomers]) {
    await page.goto(path)
    await settled(page)
    await expect(page, path).toHaveURL(path)
  }
  // There is no order 1, and the page for it says so.
  complaints.length = 0
  for (const path of ['/login', '/register', '/dashboard/allOrders']) await page.goto(path)
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.accessToken)).toBeUndefined()
  // The list of all orders was refused.
  complaints.length = 0
  await typeLogin(page, demoCustomer)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an admin sees the admin pages, and the dashboard instead of those of customers', async ({
  page,
  complaints,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard')
  await expect(page.getByText('Admin', { exact: true })).toBeVisible()
  for (const path of [...forSignedIn, ...forAdmins]) {
    await page.goto(path)
    await settled(page)
    await expect(page, path).toHaveURL(path)
  }
  expect(complaints).toEqual([])
  for (const path of forCustomers) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/dashboard$/)
  }
  // Order 1 does not exist, and its page asks for it before the guard has answered.
  complaints.length = 0
})

test('a signed-in user is led away from log-in and registration, and sees no Login link', async ({
  page,
}) => {
  await signIn(page, demoCustomer)
  await page.goto('/register')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Portfolio' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('whoever asks too much for a moment stays signed in', async ({ page, complaints }) => {
  await signIn(page, demoCustomer)
  let refused = 0
  await page.route('**/admin/*', (route) => {
    refused += 1
    return refused > 1
      ? route.continue()
      : route.fulfill({ status: 429, json: { message: 'Too many requests', reason: 'too_many' } })
  })
  await page.goto('/dashboard')
  await expect(page.getByText(`You are logged in with ${demoCustomer.email}`)).toBeVisible()
  expect(refused).toBeGreaterThan(1)
  expect(complaints.splice(0).filter((text) => !text.includes('429'))).toEqual([])
})

const devices = { desktop: { viewport: desktop, part: {} }, phone: { viewport: phone, part: atLength } }
for (const [device, { viewport, part }] of Object.entries(devices))
  test.describe(`on a ${device}, light and dark`, part, () => {
    test.use({ viewport })

    test('the pages around an account are accessible and fit', async ({ page }) => {
      for (const path of ['/login', '/register', '/reset-password', '/new-password#x']) {
        await page.goto(path)
        await expect(page).toHaveURL(path)
        await expectNoSidewaysScroll(page)
        await expectAccessibleInBothThemes(page)
      }
      await signIn(page, demoCustomer)
      await page.goto('/dashboard')
      await page.setViewportSize(phone)
      // One menu: that of the bar has the pages of the dashboard, too.
      await page.locator('summary[aria-label=Menu]').click()
      const menu = page.getByRole('navigation', { name: 'Main' })
      await expect(menu.getByRole('link', { name: 'My Profile' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0)
      await expectAccessibleInBothThemes(page)
      await menu.getByRole('link', { name: 'My Profile' }).click()
      await expect(menu).toHaveCount(0)
      await page.setViewportSize(viewport)
      await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
    })
  })
