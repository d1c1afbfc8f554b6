import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { root } from '../scripts/prepare.mjs'
import { linkToken } from '../test/outbox.ts'
import { aBuiltShop } from './built-shop.ts'
import { desktop, expect, expectAccessible, test } from './fixtures.ts'
import { register } from './people.ts'

const picture = {
  name: 'disc.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, '../public/products/brake-disc-600.webp')),
}

/**
 * An empty shop without the demo, as an owner finds it after the first start; cards and mails are stand-ins. From here on
 * no file is edited: everything is done on the pages of the shop, but for the command that makes the first admin.
 */
test('an owner opens an empty shop, sells the first part of their own and ships it', async ({ browser }) => {
  test.slow()
  const shop = await aBuiltShop({ DEMO: 'off', STAND_INS: 'on' })
  const settings = { DATA_DIR: shop.folder, DATABASE_URL: '', DEMO: 'off', STAND_INS: 'on' }
  try {
    const owner = await aPerson(browser, shop, 'owner@flywheel.example')
    execFileSync(process.execPath, [join(root, 'build/server/make-admin.js'), 'owner@flywheel.example'], {
      env: { ...process.env, ...settings },
    })
    await owner.goto('/dashboard')
    await saySettings(owner)
    await addFirstPart(owner)
    const customer = await aPerson(browser, shop, 'ada@customer.example')
    const purchase = await buy(customer)
    await ship(owner, purchase)
    await customer.goto(`/dashboard/delivery/${purchase}`)
    await expect(customer.getByRole('listitem').filter({ hasText: /^Shipped, done/ })).toBeVisible()
    await expect(customer.getByText('Flywheel & Sons').first()).toBeVisible()
  } finally {
    await shop.close()
  }
})

async function aPerson(browser: Browser, shop: { url: string; folder: string }, email: string) {
  const context = await browser.newContext({
    baseURL: shop.url,
    reducedMotion: 'reduce',
    locale: 'en-US',
    viewport: desktop,
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  await register(page, (to) => linkToken(shop.folder, to, 'verify-email'), email)
  return page
}

const opening = (page: Page) => page.getByRole('region', { name: 'Before you open' })

/** From the list of what is still to be done to the page where it is. */
async function goTo(page: Page, step: string) {
  await page.goto('/dashboard')
  await opening(page)
    .getByText(/^\d+ more$/)
    .click()
  await opening(page)
    .getByRole('link', { name: new RegExp(`Do it ?: ${step}`) })
    .click()
}

async function expectDone(page: Page, step: string) {
  await page.goto('/dashboard')
  await opening(page).getByText('What is done').click()
  await expect(
    opening(page)
      .getByRole('listitem')
      .filter({ hasText: `${step}, done` }),
  ).toBeVisible()
}

async function say(page: Page, step: string, fill: () => Promise<void>) {
  await goTo(page, step)
  await fill()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/ saved$/)).toBeVisible()
  await expectDone(page, step)
}

async function saySettings(page: Page) {
  await expect(opening(page)).toBeVisible()
  await expectAccessible(page)
  await say(page, 'Name of the shop', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Flywheel & Sons')
    await page.getByLabel('Copyright line').fill('© 2026 Flywheel & Sons')
  })
  await say(page, 'Who sells', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Flywheel & Sons Inc.')
    await page.getByLabel('Address', { exact: true }).fill('1 Crank Street\nBath')
  })
  await say(page, 'Delivery', async () => {
    await page.getByLabel('State').first().selectOption('Ohio')
  })
  await say(page, 'Tax', async () => {
    await expect(page.getByRole('button', { name: 'Add a rate' })).toBeVisible()
  })
}

async function addFirstPart(page: Page) {
  await goTo(page, 'Something to sell')
  await page.getByLabel('Category').selectOption('brake-discs')
  await page.getByLabel('Product name').fill('Flywheel disc')
  await page.getByLabel('Picture file').setInputFiles(picture)
  await page.getByLabel('Available quantity').fill('2')
  await page.getByLabel('Minimum order quantity').fill('1')
  await page.getByLabel('Price in dollars').fill('49')
  await page.getByLabel('Product description').fill('The first part of this shop.')
  await page.getByLabel('Diameter', { exact: true }).fill('280')
  await page.getByLabel('Number 1', { exact: true }).fill('FW-1')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expectDone(page, 'Something to sell')
}

async function buy(page: Page) {
  await page.goto('/shop')
  await expect(page.getByRole('heading', { name: 'Flywheel disc' })).toBeVisible()
  await page.getByRole('link', { name: 'Details of Flywheel disc' }).click()
  await expect(page.getByRole('row', { name: 'Diameter 280 mm' })).toBeVisible()
  await page.getByRole('button', { name: 'Order now' }).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  const form = page.getByRole('form', { name: 'Payment' })
  await form.getByLabel('Street and number').fill('12 Main Street')
  await form.getByLabel('Town').fill('Columbus')
  await form.getByLabel('State').selectOption('Ohio')
  await form.getByLabel('Postal code').fill('43004')
  await form.getByLabel('Card number').fill('4242424242424242')
  await form.getByLabel('Expiry date').fill('12 / 40')
  await form.getByLabel('CVC').fill('123')
  await form.getByRole('button', { name: /^Pay \$49/ }).click()
  await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1)!
}

async function ship(page: Page, purchase: string) {
  await page.goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /^To pack/ })
    .click()
  const parcel = page.getByRole('article', { name: `Parcel ${purchase.slice(-8).toUpperCase()}` })
  await expect(parcel).toContainText('Flywheel disc')
  await parcel.getByRole('button', { name: /^Packed/ }).click()
  await expect(parcel).toHaveCount(0)
  await page.goto('/dashboard/parcels?state=packed')
  await parcel.getByRole('button', { name: /^Ship/ }).click()
  await parcel.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(parcel).toHaveCount(0)
}
