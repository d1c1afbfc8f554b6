import type { Browser, Page } from '@playwright/test'
import { aBuiltShop } from './built-shop.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { demoAdmin, demoCustomer } from './people.ts'
import { tokenFor } from './sign-in.ts'

/** In a shop of its own: what delivery costs would be another price in every other journey. */
test('the owner sets zones and tax, and a customer pays what the cart and the address say', async ({
  browser,
}) => {
  test.slow()
  const shop = await aBuiltShop({ DELIVERY_FEE: '4.90', TAX_RATE: '19' })
  try {
    await setRates(await asPerson(browser, shop.url, demoAdmin))
    await buy(await asPerson(browser, shop.url, demoCustomer))
  } finally {
    await shop.close()
  }
})

async function asPerson(browser: Browser, baseURL: string, account: typeof demoAdmin) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  const token = await tokenFor(page, account)
  await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
  return page
}

async function setRates(page: Page) {
  await page.goto('/dashboard/settings/tax')
  await page.getByRole('link', { name: 'Set delivery first' }).click()
  await expect(page.getByText(/Nothing is saved yet: .*\$4.90 up to \$100/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('State').first().selectOption('Ohio')
  await page.getByLabel('Parts can be collected at the workshop').check()
  await page.getByLabel('Where they are collected').fill('14 Flywheel Lane')
  await page.getByRole('button', { name: 'Add a zone' }).click()
  const added = page.getByRole('group', { name: 'New zone' })
  await added.getByLabel('Name of the zone').fill('Canada')
  const canada = page.getByRole('group', { name: 'Canada', exact: true })
  await canada.getByLabel('Country').selectOption('Everywhere else')
  await expect(canada.getByRole('button', { name: 'Add a way' })).toBeVisible()
  await canada.getByLabel('Way', { exact: true }).fill('Parcel north')
  await canada.getByLabel('Its price').selectOption('Goes by weight')
  await canada.getByLabel('Up to (kg)').fill('50')
  // What is wrong is said where it stands, and nothing typed is lost.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(canada.getByText('A price is needed, like 4.90')).toBeVisible()
  await expect(canada.getByText('“Everywhere” has one of these places already')).toBeVisible()
  await expect(page.getByText('Say what a part weighs whose weight is not known')).toBeVisible()
  await expectAccessible(page)
  await canada.getByLabel('Country').selectOption('Canada')
  await canada.getByLabel('Price in dollars').fill('20')
  await page.getByLabel('A part without a weight counts as (kg)').fill('2')
  const tryOut = page.getByRole('region', { name: 'What a customer sees' })
  await tryOut.getByLabel('Part').fill('piston')
  await tryOut.getByLabel('Country').selectOption('Canada')
  await tryOut.getByRole('button', { name: 'Try it' }).click()
  await expect(tryOut.getByText('Parcel north: $20.00, 2 to 4 working days')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText('Nothing is saved yet')).toHaveCount(0)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add a rate' })).toBeVisible()
  await page.getByLabel('What it is called').fill('VAT')
  await expect(page.getByLabel('Rate in percent')).toHaveValue('19')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved').last()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // The last of the tabs, which a phone has no room for beside the others.
  await page.goto('/dashboard/settings')
  await page.goto('/dashboard/settings/tax')
  await expect(page.getByRole('link', { name: 'Tax', exact: true })).toBeInViewport({ ratio: 1 })
}

async function buy(page: Page) {
  await page.goto('/shop?q=piston')
  await page
    .getByRole('button', { name: /Add to cart/ })
    .first()
    .click()
  await expect(page.getByText(/in your cart/)).toBeVisible()
  await page.goto('/cart')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total.getByText('Delivery to Ohio, United States')).toBeVisible()
  await expect(total.getByRole('radio', { name: /^Parcel/ })).toBeChecked()
  await expect(total.getByRole('radio', { name: /^Collection at the workshop/ })).not.toBeChecked()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  const shown = await total.locator('output').last().textContent()
  await page.getByRole('button', { name: 'Checkout' }).click()
  // Another country is another price: nothing is charged until the customer agrees.
  const form = page.getByRole('form', { name: 'Payment' })
  await expect(form.getByRole('button', { name: `Pay ${shown}` })).toBeVisible()
  await fillAddress(page)
  await form.getByLabel('Card number').fill('4242424242424242')
  await form.getByLabel('Expiry date').fill('12 / 40')
  await form.getByLabel('CVC').fill('123')
  await form.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText(/^Delivery to this address costs \$20.00. New total: \$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Deliver there for \$/ }).click()
  await expect(form.getByRole('button', { name: `Pay ${shown}` })).toHaveCount(0)
  await form.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByText('Includes 19 % VAT')).toBeVisible()
  await expectAccessible(page)
}

async function fillAddress(page: Page) {
  const change = page.getByRole('button', { name: 'Change the address' })
  if (await change.isVisible()) await change.click()
  const another = page.getByRole('radio', { name: 'Another address' })
  if (await another.isVisible()) await another.check()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Country').selectOption('Canada')
  await page.getByLabel('Street and number').fill('1 Maple Street')
  await page.getByLabel('Town').fill('Ottawa')
  await page.getByLabel('State').selectOption('Ontario')
  await page.getByLabel('Postal code').fill('K1A 0B1')
}
