import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAt,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { dataDir, demoAdmin, logOut, typeLogin } from './people.ts'
import { registerByApi, saveAddress, signIn } from './sign-in.ts'

const password = 'Passw0rd1'
const golf = 'volkswagen-golf-5-2.0-tdi-bkd'

test('a visitor fills a cart, logs in, checks out and pays for all of it at once', async ({ page }) => {
  const email = await aCustomer('cart-journey@carts.example')
  await page.goto('/shop')
  await addFromCard(page, 'Oil Filter')
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await page.goto('/shop')
  await expect(cartLink(page)).toContainText('Cart')
  await addFromCard(page, 'Air Filter')
  await cartLink(page).click()
  const cart = page.getByRole('list', { name: 'Parts in the cart' })
  await expect(cart.getByRole('article')).toHaveCount(2)
  await cart.getByRole('button', { name: /^One more of .*Oil Filter/ }).click()
  await expect(page.getByLabel(/^Quantity of .*Oil Filter/)).toHaveValue('2')
  await page.getByLabel(/^Size of .*Air Filter/).selectOption('L')
  for (const words of [
    /Arrives [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ to /,
    'Return within 30 days',
    'Pay by card',
  ])
    await expect(page.getByRole('region', { name: 'Total' })).toContainText(words)
  await expectAccessibleInBothThemes(page)

  const [logIn, register] = ['Log in to order', 'Register'].map((name) =>
    page.getByRole('region', { name: 'Total' }).getByRole('link', { name }),
  )
  expect((await register!.boundingBox())!.width).toBe((await logIn!.boundingBox())!.width)
  await logIn!.click()
  await typeLogin(page, { email, password })
  await expect(page).toHaveURL('/cart')
  await expect(page.getByLabel(/^Quantity of .*Oil Filter/)).toHaveValue('2')
  await expect(page.getByLabel(/^Size of .*Air Filter/)).toHaveValue('L')
  await expect(page.getByRole('heading', { name: 'Deliver to' })).toBeVisible()
  await expect(page.getByText('You say where when you pay.')).toBeVisible()
  const total = await page.getByRole('region', { name: 'Total' }).getByRole('status').textContent()
  await saveAddress(page, await page.evaluate(() => localStorage.accessToken))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('12 St James’s Square, London, UK')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(page.getByText('Successfully ordered')).toHaveCount(0)
  const owed = page.getByRole('region', { name: 'To pay' })
  await expect(owed.getByRole('list', { name: 'Parts' }).getByRole('listitem')).toHaveCount(2)
  await expect(owed).toContainText(total!)
  await expect(owed).toContainText('Deliveryincluded')
  await expect(owed).toContainText(/Arrives [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ to /)
  await expect(owed).toContainText('Return within 30 days')
  await expectAccessible(page)

  await pay(page)
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(dialog).toContainText(total!)
  await dialog.getByRole('button', { name: 'My Orders' }).click()
  await expect(page.getByRole('rowheader').first()).toContainText(`2 parts, ${total!}`)
  await page.getByRole('link', { name: /^Paid/ }).first().click()
  await page.getByRole('link', { name: /^Receipt R-/ }).click()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  for (const words of ['Oil Filter', 'Air Filter', 'Delivery', total!])
    await expect(receipt).toContainText(words)
  await cartLink(page).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await logOut(page)
})

test('a part that a visitor adds in one tab while another asks for prices stays in the cart', async ({
  page,
}) => {
  await page.goto('/shop')
  await addFromCard(page, 'Oil Filter')
  let answer = () => {}
  const added = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/api/cart/check', async (route) => {
    await added
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/cart/check')
  await cartLink(page).click()
  await asked
  const tab = await page.context().newPage()
  await tab.goto('/shop')
  await addFromCard(tab, 'Air Filter')
  answer()
  await expect(page).toHaveURL('/cart')
  // One, or two where somebody's order made it ask again.
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a cart says what has changed and what to do, and a removed part comes back by Undo', async ({
  page,
  complaints,
}) => {
  const email = await aCustomer('cart-changes@carts.example')
  await page.goto('/shop')
  await addFromCard(page, 'Wiper Blades')
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart')!)
    const gone = { productId: 'no-longer-sold', size: 'M', quantity: 1, price: 5 }
    cart.lines = [{ ...cart.lines[0], price: 1, quantity: 9999 }, gone]
    localStorage.setItem('cart', JSON.stringify(cart))
  })
  await page.goto('/cart')
  await expect(page.getByText(/^Now \$\d+\.\d\d, was \$1\.00$/)).toBeVisible()
  await expect(page.getByText(/^Only \d+ left\./)).toBeVisible()
  await expect(page.getByText('This part is no longer sold. Remove it to order the others.')).toBeVisible()
  await page.getByRole('button', { name: /^Take \d+$/ }).click()
  await page.getByRole('button', { name: 'Remove A part that is no longer sold' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: /^Remove .*Wiper Blades/ }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.getByLabel(/^Quantity of/).fill('2')
  await page.getByRole('link', { name: 'Log in to order' }).click()
  await typeLogin(page, { email, password })
  await expect(page).toHaveURL('/cart')
  // A part is sold before the new quantity is saved: the cart that is loaded again does not know it yet.
  let save = () => {}
  const maySave = new Promise<void>((go) => {
    save = go
  })
  await page.route('**/api/cart/lines', async (route) => {
    await maySave
    await route.continue()
  })
  await page.getByRole('button', { name: /^One more of/ }).click()
  const loadedAgain = page.waitForResponse('**/api/cart')
  await sellOne(page)
  await (await loadedAgain).finished()
  await expect(page.getByLabel(/^Quantity of/)).toHaveValue('3')
  save()
  // Somebody else changes the price in the moment of the checkout.
  await page.route('**/api/checkout', (route) =>
    route.fulfill({
      status: 409,
      json: { reason: 'total_changed', message: 'The total has changed. Nothing was ordered.', total: 99.5 },
    }),
  )
  const checkout = page.waitForRequest('**/api/checkout')
  await page.getByRole('button', { name: 'Checkout' }).click()
  expect((await checkout).postDataJSON().lines).toMatchObject([{ quantity: 3 }])
  await expect(page.getByRole('alert')).toContainText('The total is now $99.50, it was $')
  complaints.length = 0
})

test('what a visitor saves for later is grouped by car, comes along to the account and agrees in every tab', async ({
  page,
}) => {
  const email = await aCustomer('saves-for-later@carts.example')
  await page.goto('/shop')
  await page.evaluate((vehicleId) => {
    const line = (productId: string) => ({ productId, size: 'M', quantity: 1, car: { vehicleId, facts: '' } })
    const oil = { productId: 'oil-filter', size: 'M', quantity: 2 }
    localStorage.setItem('cart', JSON.stringify({ lines: [oil, line('brake-disc'), line('air-filter')] }))
  }, golf)
  await page.goto('/cart')
  const cart = page.getByRole('list', { name: 'Parts in the cart' })
  await cart.getByRole('button', { name: /^Save for later .*Brake Disc/ }).click()
  await cart.getByRole('button', { name: /^Save for later .*Oil Filter/ }).click()
  const saved = page.getByRole('region', { name: 'Saved for later' })
  await expect(saved.getByRole('list', { name: /^Saved for later: For Volkswagen Golf 5/ })).toContainText(
    'Brake Disc',
  )
  await expect(saved.getByRole('list', { name: 'Saved for later: For no car in particular' })).toContainText(
    '2 in size M',
  )
  await expect(cart.getByRole('article')).toHaveCount(1)
  await expect(cartLink(page)).toHaveText(/^Cart/)
  await expectAccessibleInBothThemes(page)
  await expectAccessibleAt(page, phone)

  await page.getByRole('link', { name: 'Log in to order' }).click()
  await typeLogin(page, { email, password })
  await expect(page).toHaveURL('/cart')
  await expect(saved.getByRole('article')).toHaveCount(2)
  const tab = await page.context().newPage()
  await tab.goto('/cart')
  const savedInTab = tab.getByRole('region', { name: 'Saved for later' })
  await expect(savedInTab.getByRole('article')).toHaveCount(2)
  await saved.getByRole('button', { name: /^Back to cart .*Oil Filter/ }).click()
  await expect(cart.getByRole('article')).toHaveCount(2)
  await expect(savedInTab.getByRole('article')).toHaveCount(1)
  await savedInTab.getByRole('button', { name: /^Remove .*Brake Disc/ }).click()
  await expect(saved).toHaveCount(0)
  await tab.getByRole('button', { name: 'Undo' }).click()
  await expect(saved.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  // The oil filter and the air filter.
  await expect(page.getByRole('region', { name: 'To pay' })).toContainText('2 parts')
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(saved.getByRole('article')).toHaveCount(1)
})

test('on a phone the cart fits and its total stays in sight', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/shop')
  for (const name of ['Oil Filter', 'Air Filter', 'Wiper Blades', 'Spark Plug']) await addFromCard(page, name)
  await page.goto('/cart')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('link', { name: 'Log in to order' })).toBeInViewport()
  await expectAccessible(page)
  // Turned, or enlarged: there is no room for it beside the parts.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByRole('link', { name: 'Log in to order' })).not.toBeInViewport()
})

test('admins have no cart', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/shop')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add to cart/ })).toHaveCount(0)
  await expect(cartLink(page)).toHaveCount(0)
  await page.goto('/cart')
  await expect(page.getByText('Staff place no orders and have no cart.')).toBeVisible()
})

async function aCustomer(email: string) {
  const { person } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  return email
}

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

async function addFromCard(page: Page, name: string) {
  await page
    .getByRole('button', { name: new RegExp(`^Add to cart: .*${name}`) })
    .first()
    .click()
  await expect(page.getByText(new RegExp(`${name}.* is in your cart$`))).toBeVisible()
}

/** Of another part, to the customer who is signed in. */
async function sellOne(page: Page) {
  const token = await page.evaluate(() => localStorage.accessToken)
  const { price, orderQty } = await (await page.request.get('/api/service/oil-filter')).json()
  const data = { productId: 'oil-filter', quantity: orderQty, size: 'M', price: price * orderQty }
  const answer = await page.request.post('/api/orders', {
    data,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
}

async function pay(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}
