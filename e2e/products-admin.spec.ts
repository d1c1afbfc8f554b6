import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  atLength,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  test,
} from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { fillProduct } from './product-form.ts'
import { signIn } from './sign-in.ts'

const picture = {
  name: 'part.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, '../public/products/piston-600.webp')),
}

async function addProduct(page: Page, productName: string) {
  await page.goto('/dashboard/addProduct')
  await fillProduct(page, productName)
  await page.getByLabel('Picture file').setInputFiles(picture)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
}

test('an admin adds a product; every field has its own message and nothing typed is lost', async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/addProduct')
  await page.getByRole('button', { name: 'Save Product' }).click()
  for (const message of [
    'Product name is required',
    'Available quantity is required',
    'Minimum order quantity is required',
    'Price is required',
    'Product description is required',
    'Image is required',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Product name')).toBeFocused()
  await expectAccessible(page)

  await fillProduct(page, 'Journey gasket')
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('only words') })
  await expect(page.getByText('Only PNG, JPEG, WebP, AVIF and GIF pictures can be used.')).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles(picture)
  await expect(page.getByText('part.webp')).toBeVisible()
  await page.getByLabel('Kind of number 1').selectOption('OE')
  await page.getByLabel('Number 1', { exact: true }).fill('1K0 615')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Say whose number it is')).toBeVisible()
  await expect(page.getByLabel('Brand of number 1')).toBeFocused()
  await page.keyboard.type('Volkswagen')
  await expect(page.getByText('Say whose number it is')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('')

  await page.goto('/shop?q=gasket')
  await expect(page.getByRole('heading', { name: 'Journey gasket' })).toBeVisible()
  const shown = page.getByRole('img', { name: 'Journey gasket' })
  await expect(shown).toHaveAttribute('src', /^\/images\//)
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('an admin searches, restocks, edits and deletes a product', async ({ page }) => {
  await signIn(page, demoAdmin)
  await addProduct(page, 'Journey sprocket')
  await page.goto('/dashboard/manageProducts')
  await page.getByLabel('Search products').fill('sprocket')
  const row = page.getByRole('row', { name: /Journey sprocket/ })
  await expect(page).toHaveURL(/q=sprocket/)
  await expect(row).toContainText('3 pices')
  await expect(row).toContainText('Low stock')
  await expect(row).toContainText('12.50 $')
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Restock' }).click()
  await page.getByLabel('Pieces of Journey sprocket in stock').fill('40')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('40 pices')
  await expect(row.getByRole('button', { name: 'Restock' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Pieces to add to Journey sprocket').fill('none')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('alert')).toHaveText('Pieces to add must be a whole number')
  await expectAccessible(page)
  await page.getByLabel('Pieces to add to Journey sprocket').fill('12')
  await expect(row.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Pieces of Journey sprocket in stock')).toHaveValue('52')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('52 pices')

  await row.getByRole('button', { name: 'Hide Journey sprocket' }).click()
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/services?q=sprocket')).json()).toEqual([])
  await page.getByLabel('Visibility').selectOption('Hidden')
  await expect(page).toHaveURL(/visibility=hidden/)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Show Journey sprocket' }).click()
  await expect(page.getByText('No Products Found')).toBeVisible()
  await page.getByLabel('Visibility').selectOption('Shown and hidden')

  await row.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journey sprocket' })).toBeVisible()
  await page.getByLabel('Price in dollars').fill('99')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Journey sprocket saved')).toBeVisible()
  await page.getByRole('link', { name: 'Manage Products' }).last().click()
  await expect(row).toContainText('99.00 $')

  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText("You won't be able to revert this!")).toBeVisible()
  await expect(dialog.locator('img')).toBeVisible()
  await expect(dialog).toContainText('Journey sprocket99.00 $, 52 in stock')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Your file has been deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('No Products Found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Manage Products' })).toBeFocused()
  await expectAccessible(page)

  await page.goto('/dashboard/audit?q=sprocket')
  for (const what of [
    'product added',
    'stock set',
    'product hidden',
    'product shown',
    'product edited',
    'product deleted',
  ])
    await expect(page.getByRole('cell', { name: what }).first()).toBeVisible()
  await expectAccessible(page)
})

test('an admin renames a product, and edits and restocks it on its own page', async ({
  page,
  complaints,
}) => {
  const token = await signIn(page, demoAdmin)
  await addProduct(page, 'Journey trunnion')
  await page.goto('/shop?q=journey+trunnion')
  await page.getByRole('link', { name: 'Details of Journey trunnion' }).click()
  const panel = page.getByRole('region', { name: 'Manage this product' })
  await expect(panel).toContainText('Order option for site admin is not allowed !!!')
  await expect(page.getByLabel('Quantity')).toHaveCount(0)
  await expectAccessible(page)

  await panel.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Price in dollars')).toHaveValue('12.50')
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByLabel('Product name').fill('piston with rings and pin, 86 MM')
  await save.click()
  await expect(
    page.getByText(/^There is already a product named “.+”\. Choose another name\.$/),
  ).toBeVisible()
  await expect(page.getByLabel('Product name')).toBeFocused()
  await expectAccessible(page)
  // Another admin is quicker: what is new stands at its field, and at no other.
  const [part] = await (await page.request.get('/api/services?q=journey+trunnion&limit=1')).json()
  await page.request.put(`/api/services/${part._id}/details`, {
    data: { ...part, numbers: 'Own: JT-1\nReplaces: JT-0', seen: part },
    headers: { authorization: `Bearer ${token}` },
  })
  await page.getByLabel('Product name').fill('Journey gudgeon')
  await save.click()
  await expect(page.getByText(/^Somebody else has changed this product/)).toBeVisible()
  await expect(page.getByText(/^Now/)).toHaveText('Now: Own: JT-1\nReplaces: JT-0')
  await expect(page.getByText(/^Now/)).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('Journey gudgeon')
  await save.click()
  await expect(page.getByText('Journey gudgeon saved')).toBeVisible()
  expect(complaints.splice(0).every((complaint) => /409/.test(complaint))).toBe(true)
  await expect(page.getByText(/^Now/)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journey gudgeon' })).toBeVisible()

  await panel.getByRole('button', { name: 'Restock' }).click()
  await page.getByLabel('Pieces to add to Journey gudgeon').fill('7')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toContainText('10 pices')
  await panel.getByRole('link', { name: 'Manage Products' }).click()
  await expect(page.getByRole('row', { name: /Journey gudgeon/ })).toContainText('12.50 $')
})

test('products are exported, and a file is looked at before it is imported', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/manageProducts')
  await page.getByText('Import or export').click()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('products.csv')

  const head = 'productName,availableQty,orderQty,price,productDescription,image\n'
  const choose = (csv: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
    page
      .getByLabel(/CSV file|another file/)
      .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(head + csv, encoding) })
  await page.getByRole('link', { name: 'Import a file' }).click()
  await choose('Journey import M8 × 20,5,1,7.25,Text,/products/piston-1200.webp', 'latin1')
  await expect(page.getByText(/^This file is not in Unicode and was read as Windows-1252/)).toBeVisible()
  await expect(page.getByText('Journey import M8 × 20')).toBeVisible()
  // More mistakes than the dialog has room for.
  await choose('Journey import,5,1,abc,Text,/products/piston-1200.webp\n'.repeat(20))
  await expect(page.getByText('Line 2: Price must be in dollars with at most two decimals')).toBeVisible()
  await expect(page.getByText(/, 20 mistakes$/)).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await choose('Journey import,5,1,"7,25",Text,/products/piston-1200.webp')
  await expect(page.getByText('1 new, 0 changed, 0 unchanged')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('1 product added, 0 changed')).toBeVisible()
  await page.getByRole('link', { name: 'To the products' }).click()
  await expect(page.getByRole('row', { name: /Journey import/ })).toContainText('7.25 $')
})

test('a change of stock is seen by an open shop page without a reload', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, demoAdmin)
  await addProduct(page, 'Journey washer')
  const visitor = await (await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })).newPage()
  const listening = visitor.waitForResponse(/api\/live/)
  await visitor.goto('/shop?q=washer')
  await expect(visitor.getByText('3 left')).toBeVisible()
  await listening

  await page.goto('/dashboard/manageProducts?q=journey+washer')
  await page.getByRole('button', { name: 'Restock Journey washer' }).click()
  await page.getByLabel('Pieces of Journey washer in stock').fill('77')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Enter')
  await saved
  const start = performance.now()
  await expect(visitor.getByText('77 left')).toBeVisible()
  // Printed, not asserted: a machine that is busy with other tests may need longer than a second.
  console.log(`the new stock was seen after ${Math.round(performance.now() - start)} ms`)
  await visitor.context().close()
})

test("on a phone the admin's pages fit, light and dark", atLength, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoAdmin)
  for (const path of ['/dashboard/addProduct', '/dashboard/manageProducts', '/dashboard/audit']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
  }
})
