import type { Page } from '@playwright/test'
import { linkToken } from '../test/outbox.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { dataDir, demoCustomer, logIn, logOut, register } from './people.ts'
import { saveAddress, signIn } from './sign-in.ts'

const verifyToken = (to: string) => linkToken(dataDir(), to, 'verify-email')
const columns = (page: Page) => page.getByRole('columnheader').allInnerTexts()

test('a new customer finds a welcome, a menu, no orders, and then a free one', async ({ page }) => {
  const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@people.example`
  await register(page, verifyToken, email)
  const main = page.getByRole('main')
  await expect(page).toHaveTitle('Dashboard - Car Parts')
  await expect(main.getByRole('heading', { name: 'Welcome, Ada Lovelace' })).toBeVisible()
  await expect(main.getByText('User', { exact: true })).toBeVisible()
  await expect(main.locator('img')).toHaveAttribute('src', /avatar-default/)
  await expect(main.getByText(`You are logged in with ${email}`)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(menu).toHaveText(['Dashboard', 'My Profile', 'My Orders', 'Add Review'])
  for (const name of ['Last purchase', 'Your car', 'Your address'])
    await expect(main.getByRole('region', { name })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('No orders', { exact: true })).toBeVisible()

  const free = await aFreeProduct(page)
  await page.goto(`/services/${free._id}`)
  await expect(page.getByRole('radio')).toHaveCount(4)
  for (const size of ['SM', 'M', 'L', 'XL'])
    await expect(page.getByRole('radio', { name: size, exact: true })).toBeAttached()
  await expect(page.getByLabel('Quantity')).toHaveAttribute('maxlength', '10')
  await page.getByRole('button', { name: 'Order now' }).click()
  await expect(page.getByText('Successfully ordered')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByRole('row')).toHaveCount(3)
  const heads = ['Sl', 'order Name', 'Quantity', 'Size', 'Price', 'Payment', 'TrnxId']
  expect((await columns(page)).map((head) => head.toLowerCase())).toEqual(heads.map((h) => h.toLowerCase()))
  const row = page.getByRole('row').nth(2)
  await expect(row).toContainText(free.productName)
  await expect(row).toContainText('Free')
  await expect(row).toContainText('Not Paid')
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Cancel/ })).toBeVisible()
})

test('an order that fails says Error ordering, and what cannot be loaded again cannot be ordered', async ({
  page,
  complaints,
}) => {
  await signIn(page, demoCustomer)
  await page.goto('/services/piston')
  const order = page.getByRole('button', { name: 'Order now' })
  await expect(order).toBeEnabled()
  await page.route('**/api/orders', async (route) => {
    // Only from here on: news of the stock may come at any time.
    await page.route('**/api/service/piston', (again) => again.fulfill({ status: 500, json: {} }))
    await route.fulfill({ status: 500, json: {} })
  })
  await order.click()
  await expect(page.getByText('Error ordering')).toBeVisible()
  await expect(page.getByRole('button', { name: "Can't order right now" })).toBeDisabled()
  complaints.length = 0
})

test('Pay waits for the provider and the client secret, and a failure without words has some of ours', async ({
  page,
  complaints,
}) => {
  const token = await signIn(page, demoCustomer)
  await saveAddress(page, token)
  const { price, orderQty } = await (await page.request.get('/api/service/oil-filter')).json()
  const orderBody = { productId: 'oil-filter', quantity: orderQty, size: 'M', price: price * orderQty }
  const headers = { authorization: `Bearer ${token}` }
  const { insertedId } = await (await page.request.post('/api/orders', { data: orderBody, headers })).json()
  const { promise: secretMayCome, open: letSecretCome } = gate()
  await page.route('**/create-payment-intent', async (route) => {
    await secretMayCome
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${insertedId}`)
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await expect(pay).toBeDisabled()
  letSecretCome()
  await expect(pay).toBeEnabled()
  await page.route('**/v1/payment_intents/*/confirm', (route) => route.fulfill({ status: 500, json: {} }))
  await pay.click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  complaints.length = 0
})

test('a guard shows that it is loading until it knows who is there', async ({ page }) => {
  await signIn(page, demoCustomer)
  const { promise: roleMayCome, open: letRoleCome } = gate()
  await page.route('**/admin/*', async (route) => {
    await roleMayCome
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toBeAttached()
  await expect(page).toHaveTitle('Loading - Car Parts')
  await expectAccessible(page)
  letRoleCome()
  await expect(page.getByText('Welcome, Demo Customer')).toBeVisible()
})

test('a page that cannot be loaded says whether the connection broke or the shop did', async ({
  page,
  complaints,
}) => {
  await signIn(page, demoCustomer)
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome, Demo Customer')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { name: 'The shop cannot be reached.' })).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.route('**/api/orders/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'Sorry, something broke on our side.' })).toBeVisible()
  complaints.length = 0
})

test('the welcome closes after 4000 ms, the thanks after 5000', async ({ page }) => {
  await page.addInitScript(() => {
    const wait = window.setTimeout
    const delays: number[] = []
    Object.assign(window, { delays })
    // biome-ignore lint/suspicious/noExplicitAny: whatever the page hands over is handed on
    window.setTimeout = ((act: any, ms: number, ...rest: any[]) => {
      delays.push(ms)
      return wait(act, ms, ...rest)
    }) as typeof window.setTimeout
  })
  const delays = () => page.evaluate(() => (window as unknown as { delays: number[] }).delays)
  await logIn(page, demoCustomer)
  await expect(page.getByText('Welcome, Demo Customer!')).toBeVisible()
  expect(await delays()).toContain(4000)
  expect(await delays()).not.toContain(5000)
  await logOut(page)
  expect(await delays()).toContain(5000)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a product is covered for 3 seconds when it is opened for the first time', async ({ page }) => {
    await signIn(page, demoCustomer)
    await page.goto('/services/brake-disc')
    const cover = page.locator('[data-cover="product"]')
    await cover.waitFor({ state: 'attached' })
    const seconds = await cover.evaluate((element) => {
      const style = getComputedStyle(element)
      return {
        waited: Number.parseFloat(style.getPropertyValue('--waited')) / 1000,
        left: Number.parseFloat(style.animationDelay),
      }
    })
    expect(seconds.waited).toBeGreaterThan(0)
    expect(seconds.waited + seconds.left).toBeCloseTo(3)
  })
})

async function aFreeProduct(page: Page) {
  const products: { _id: string; productName: string; price: number }[] = await (
    await page.request.get('/api/services')
  ).json()
  return products.find(({ price }) => price === 0)!
}

/** Something that waits until it is let through. */
function gate() {
  let open = () => {}
  const promise = new Promise<void>((done) => {
    open = done
  })
  return { promise, open: () => open() }
}
