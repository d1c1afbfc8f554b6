import type { Locator, Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import { expect, test } from './fixtures.ts'
import { dataDir, demoAdmin, demoCustomer } from './people.ts'
import { registerByApi, saveAddress, signIn } from './sign-in.ts'

test('a part is found, ordered, paid and its receipt opened with the keyboard alone', async ({ page }) => {
  // Every Tab on the way is pressed.
  test.slow()
  const { keyboard } = page
  await page.goto('/services/wiper-blade')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(demoCustomer.email)
  await tabTo(page, page.getByLabel('Password'))
  await keyboard.type(demoCustomer.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/services/wiper-blade')
  await saveAddress(page, await page.evaluate(() => localStorage.accessToken))

  await tabTo(page, page.getByRole('radio', { name: 'M', exact: true }))
  await keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('button', { name: 'Order now' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('row', { name: /Flat Wiper Blades/ }).first()).toContainText('Not Paid')

  await tabTo(page, page.getByRole('link', { name: /^Pay .* for Flat Wiper Blades/ }).first())
  await keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()
  // What the toast offered is being done.
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeHidden({ timeout: 3000 })
  await tabTo(page, page.getByLabel('Card number'))
  await keyboard.type('42424242424242421240123')
  await tabTo(page, page.getByRole('button', { name: /^Pay \$/ }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(dialog.getByRole('button', { name: 'My Orders' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/orders')
  await press(page, page.getByRole('link', { name: /^Paid of Flat Wiper Blades/ }).first())
  await press(page, page.getByRole('link', { name: /^Receipt/ }))
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
})

test('a part goes from the search to the doorstep and back with the keyboard alone, for its customer and for the admin', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = 'doorstep@keyboard.example'
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
  await page.goto('/blogs')
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return page
        .getByRole('banner')
        .locator('[type=search]')
        .evaluate((field) => field === document.activeElement)
    })
    .toBe(true)
  await page.keyboard.type('air filter')
  await expect(page.getByRole('option', { name: /Air Filter/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/services/air-filter')
  await press(page, page.getByRole('button', { name: 'Add to cart' }).first())
  await expect(page.getByText(/Air Filter.* is in your cart$/)).toBeVisible()
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Cart' }))
  await press(page, page.getByRole('button', { name: /^One more of .*Air Filter/ }))
  await expect(page.getByLabel(/^Quantity of .*Air Filter/)).toHaveValue('2')
  await press(page, page.getByRole('button', { name: 'Checkout' }))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const orderId = new URL(page.url()).pathname.split('/').at(-1)!

  const address = page.getByRole('form', { name: 'Payment' })
  for (const [label, text] of [
    ['Country', 'United Kingdom'],
    ['Street and number', '14 Analytical Row'],
    ['Town', 'Bath'],
  ] as const) {
    await tabTo(page, address.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByLabel('Card number'))
  await page.keyboard.type('42424242424242421240123')
  await press(page, page.getByRole('button', { name: /^Pay \$/ }))
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(dialog.getByRole('button', { name: 'My Orders' })).toBeFocused()
  await page.keyboard.press('Enter')

  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  const parcel = admin.getByRole('article', { name: `Parcel ${orderId.slice(-8).toUpperCase()}` })
  await admin.goto('/dashboard/parcels')
  await press(admin, parcel.getByRole('button', { name: /^Packed/ }))
  await expect(parcel).toHaveCount(0)
  await admin.goto('/dashboard/parcels?state=packed')
  await press(admin, parcel.getByRole('button', { name: /^Ship/ }))
  await tabTo(admin, admin.getByRole('form', { name: 'Ship' }).getByLabel('Tracking number'))
  await admin.keyboard.type('1Z999AA10123456784')
  await admin.keyboard.press('Enter')
  await expect(parcel).toHaveCount(0)
  await admin.goto('/dashboard/parcels?state=shipped')
  await press(admin, parcel.getByRole('button', { name: /^Delivered/ }))
  await expect(parcel).toHaveCount(0)
  await context.close()

  await page.goto('/dashboard/orders')
  await press(page, page.getByRole('link', { name: /^Panel Air Filter/ }))
  await expect(page.getByRole('heading', { name: /^Delivered / })).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Return .*Air Filter/ }))
  await tabTo(page, page.getByRole('radio', { name: 'It does not fit' }))
  await page.keyboard.press('ArrowDown')
  await press(page, page.getByRole('button', { name: 'Ask for the return' }))
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('It is damaged')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await press(
    page,
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Profile' }),
  )
  await tabTo(page, page.getByLabel('Location'))
  await page.keyboard.type('Bath')
  await press(page, page.getByRole('button', { name: 'Update' }))
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
})

test('what is typed into the log-in beside a part before the page is alive stays, and so does the picture', async ({
  page,
}) => {
  let comeAlive = () => {}
  const isReleased = new Promise<void>((resolve) => {
    comeAlive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/services/wiper-blade', { waitUntil: 'commit' })
  const picture = await page.locator('.gallery-main img').first().elementHandle()
  await page.getByLabel('Email').focus()
  await page.keyboard.type('kim@')
  comeAlive()
  await expect(page).toHaveURL('/login')
  await page.keyboard.type('car-parts.example')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('kim@car-parts.example')
  expect(await picture!.evaluate((element) => element.isConnected)).toBe(true)
})

test('Escape closes the menu of a phone and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/blogs')
  const menu = page.locator('summary[aria-label=Menu]')
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

async function press(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** From wherever the focus is; what is reached shows that it has it. */
async function tabTo(page: Page, target: Locator) {
  // Found by its name once, not after every key: on a page with a table that would take most of the time.
  const wanted = await target.elementHandle()
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await wanted!.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
  const isMarked = () =>
    target.evaluate((element) => {
      const around = [element, element.parentElement!]
      return around.some((one) => getComputedStyle(one).outlineStyle !== 'none')
    })
  await expect.poll(isMarked).toBe(true)
}
