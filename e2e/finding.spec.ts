import type { Page } from '@playwright/test'
import { aBuiltShop } from './built-shop.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAt,
  expectAccessibleInBothThemes,
  phone,
  test,
  withoutNews,
} from './fixtures.ts'
import { demoAdmin, demoCustomer, logIn, typeLogin } from './people.ts'
import { signIn, tokenFor } from './sign-in.ts'

test('a visitor who wants a part sees it beside the log-in, and has it after logging in', async ({
  page,
}) => {
  await page.goto('/shop?q=brake')
  await page.getByRole('link', { name: /^Details of Drilled and Slotted/ }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Log in or register to order this part')).toBeVisible()
  const part = page.getByRole('region', {
    name: 'Drilled and Slotted Vented Brake Disc, 312 mm',
    exact: true,
  })
  await expect(part.getByRole('img').first()).toBeVisible()
  await expect(part).toContainText('$68.90a piece')
  await expect(part).toContainText(/\d+ left/)
  const { productDescription } = await (await page.request.get('/api/service/brake-disc')).json()
  await expect(part).toContainText(productDescription)
  await expect(part.getByRole('region', { name: 'Measures' })).toContainText('Diameter312 mm')
  await expect(part.getByRole('region', { name: 'Part numbers' })).toContainText('MB-30112-A')
  await expect(part.getByRole('list', { name: 'Cars it is listed for' })).toContainText('Golf 5 2.0 TDI')
  await expect(part.getByText('Delivery included')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectAccessibleAt(page, phone)

  // On a phone the bar at the bottom leads to the log-in below, and forgets neither the part nor what is typed.
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toBeInViewport()
  await part.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByText(/Brake Disc.* is in your cart$/)).toBeVisible()
  await page.reload()
  await expect(part).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goBack()
  await expect(page).toHaveURL('/shop?q=brake')
  await page.goForward()
  await typeLogin(page, demoCustomer)
  await expect(page).toHaveURL('/services/brake-disc')
  await expect(page.getByRole('button', { name: 'Order now' })).toBeVisible()
})

test('a part says by what unit it is sold and what is in the box, on its page, its card and in the cart', async ({
  page,
}) => {
  await signIn(page, demoCustomer)
  for (const [id, price, box] of [
    ['brake-pads', '$49.50a set of 4', 'Four pads are in the box; the picture shows two'],
    ['engine-oil', '$42.90a can of 5 litres$8.58 a litre', ''],
    ['oil-filter', '$8.90a piece', 'One filter is in the box; the picture shows two'],
  ] as const) {
    await page.goto(`/services/${id}`)
    await expect(page.getByRole('article').first()).toContainText(price)
    if (box) await expect(page.getByText(box, { exact: true })).toBeVisible()
  }
  await page.goto('/services/brake-pads')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('form', { name: 'Order' })).toContainText('2 sets of 4$99.00')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByText(/in your cart/)).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('$49.50 a set of 4')).toBeVisible()
  await page.getByRole('button', { name: /^Remove Front Brake Pad Set/ }).click()
  await page.goto('/shop?q=brake+pads')
  await expect(page.getByRole('article').first()).toContainText('$49.50a set of 4')
  await expectAccessibleAt(page, phone)
})

test('a customer who is logged out by an admin page reads why', async ({ page, complaints }) => {
  // By the form: the session ends here, and with it the token that other journeys share.
  await logIn(page, demoCustomer)
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('That page is for admins. You were logged out.')).toBeVisible()
  await expectAccessible(page)
  // The list of users was refused.
  complaints.length = 0
})

test('a part that cannot be loaded says what may have happened, and is tried again', async ({
  page,
  complaints,
}) => {
  await signIn(page, demoCustomer)
  await page.route('**/api/service/piston', (route) => route.abort())
  await page.goto('/services/piston')
  await expect(page.getByText('You are not authorized to access this page.')).toBeVisible()
  await expect(
    page.getByText(/The part could not be loaded\. It may have been taken out of the shop/),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'All parts' })).toHaveAttribute(
    'href',
    '/shop',
  )
  await expectAccessible(page)
  await page.unroute('**/api/service/piston')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Order now' })).toBeVisible()
  complaints.length = 0
})

test('an unknown page offers search and the shop, and is dark in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/nope')
  const main = page.getByRole('main')
  await expect(main.getByRole('img')).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
  await expect(main.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(244, 242, 238)')
  await expect(main.getByRole('link', { name: 'All parts' })).toHaveAttribute('href', '/shop')
  await main.getByLabel('Search for a part').fill('brake')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/shop?q=brake')
})

test('the drawn map is dark in the dark theme and leads to directions', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/contact')
  const map = page.getByRole('link', { name: 'Get directions' })
  await expect(map).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/.*Flywheel/)
  await expect(map.getByRole('img')).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
})

test('a page that takes its time shows a thin line at the top', async ({ page }) => {
  await page.goto('/blogs')
  const { held, letGo } = gate()
  await page.route('**/api/services?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click()
  const line = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(line).toHaveCSS('animation-delay', '0.15s')
  await expect(line).toBeVisible()
  await expectAccessible(page)
  letGo()
  await expect(page).toHaveURL('/shop')
  await expect(line).toHaveCount(0)
})

test('a search without a connection keeps field, word and results, and is repeated when it is back', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/shop?q=brake')
  const field = page.getByPlaceholder('Search parts')
  await context.setOffline(true)
  await field.fill('battery')
  await field.press('Enter')
  const notice = page.getByRole('status').filter({ hasText: 'The shop cannot be reached.' })
  await expect(notice).toContainText('the search for “battery” is repeated as soon as the connection is back')
  await expect(field).toHaveValue('battery')
  await expect(page.getByRole('heading', { name: '2 parts for “brake”' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(
    page.getByText('The shop cannot be reached. Check your connection and reload the page.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: /for “battery”/ })).toBeVisible()
  await expect(notice).toHaveCount(0)
  complaints.length = 0
})

test('an order that failed is tried again once the connection is back, and is one order', async ({
  page,
  context,
  complaints,
}) => {
  await signIn(page, demoCustomer)
  // What is downloaded after the page does not arrive, and the page stays.
  const late = '**/assets/CarDialog-*.js'
  await page.route(late, (route) => route.abort())
  // Others order meanwhile: what cannot be looked at again could not be ordered.
  await withoutNews(page)
  await page.goto('/services/spark-plug')
  await page.getByRole('button', { name: 'Choose your car' }).click()
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Order now' })).toBeEnabled()
  await page.unroute(late)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByText('Does it fit your car?')).toBeVisible()
  const stock = async () => (await (await page.request.get('/api/service/spark-plug')).json()).availableQty
  const before = await stock()
  const quantity = Number(await page.getByLabel('Quantity').inputValue())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Order now' }).click()
  await expect(page.getByText('Error ordering')).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(
    page.getByText('The shop cannot be reached. Check your connection and try again.'),
  ).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await again.click()
  await expect(page.getByText('Successfully ordered')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/orders')
  expect(await stock()).toBe(before - quantity)
  complaints.length = 0
})

test('Back finds 96 loaded parts, the place and the search; a page opened by its address begins at the top', async ({
  browser,
}) => {
  const shop = await aBuiltShop()
  try {
    const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await addParts(page, 100)
    const token = await tokenFor(page, demoCustomer)
    await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
    await page.goto('/shop?q=grommet')
    const cards = page.getByRole('article')
    for (const loaded of [48, 72, 96]) {
      await page.getByRole('button', { name: 'Load more' }).click()
      await expect(cards).toHaveCount(loaded)
    }
    const last = cards.nth(90).getByRole('link')
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(2000)

    for (const goBack of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Back to results for grommet' }).click(),
    ]) {
      await last.click()
      await expect(page.getByRole('link', { name: 'Back to results for grommet' })).toBeVisible()
      await goBack()
      await expect(page).toHaveURL('/shop?q=grommet')
      await expect(cards).toHaveCount(96)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
      await expect(page.getByPlaceholder('Search parts')).toHaveValue('grommet')
    }

    await page.goto('/dashboard/orders')
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await context.close()
  } finally {
    await shop.close()
  }
})

async function addParts(page: Page, count: number) {
  const token = await tokenFor(page, demoAdmin)
  const headers = { authorization: `Bearer ${token}` }
  const rows = Array.from(
    { length: count },
    (_, n) => `Grommet ${n},9,1,1.50,A rubber grommet.,/products/piston-1200.webp`,
  )
  const csv = ['productName,availableQty,orderQty,price,productDescription,image', ...rows].join('\n')
  const planned = await page.request.post('/api/manage/services/import', { data: { csv }, headers })
  const { planKey } = await planned.json()
  const done = await page.request.post('/api/manage/services/import', { data: { csv, planKey }, headers })
  expect(done.status()).toBe(200)
  await page.context().clearCookies()
}

function gate() {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  return { held, letGo }
}
