import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { fillProduct } from './product-form.ts'
import { signIn } from './sign-in.ts'

/** Noise cannot be packed: some 700 kB. */
const noise = () => {
  const background = { r: 128, g: 128, b: 128 }
  const create = { width: 500, height: 500, channels: 3 as const, background }
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer()
}

async function openForm(page: Page) {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/addProduct')
  await page.getByRole('heading', { name: 'Add Product' }).waitFor()
}

test('a picture is dropped on the form, sent while one types on, and Save waits for it', async ({ page }) => {
  await openForm(page)
  let arrive = () => {}
  const mayArrive = new Promise<void>((go) => {
    arrive = go
  })
  await page.route('**/api/images', async (route) => {
    await mayArrive
    await route.continue()
  })
  const bytes = (await noise()).toString('base64')
  const dropped = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return data
  }, bytes)
  const zone = page.locator('.drop-zone').first()
  await zone.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(zone).toHaveClass(/drop-zone-over/)
  await zone.dispatchEvent('drop', { dataTransfer: dropped })
  const tile = page.getByRole('group', { name: 'Pictures' }).getByRole('listitem')
  await expect(tile).toContainText('dropped.png')
  await expect(tile.locator('img')).toHaveAttribute('src', /^data:image\/png/)
  await expect(tile.getByText(/^(Sending picture, \d+ %|Preparing picture…)$/)).toBeVisible()

  await fillProduct(page, 'Dropped piston')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('button', { name: 'Sending Product...' })).toBeDisabled()
  await expect(page.getByText('Saved as soon as 1 picture is here')).toBeVisible()
  arrive()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expect(tile).toHaveCount(0)
})

test('a picture that fails says which one and is sent again; nothing of the form is lost', async ({
  page,
  complaints,
}) => {
  await openForm(page)
  await page.route('**/api/images', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: await noise() })
  const pictures = page.getByRole('group', { name: 'Pictures' })
  await expect(pictures.getByText(/^shelf\.png: The picture could not be sent\./)).toBeVisible()
  await fillProduct(page, 'Part sent again')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(pictures.getByText('shelf.png is not there: send it again, or remove it.')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('Part sent again')
  await expectAccessible(page)
  complaints.length = 0

  await page.unroute('**/api/images')
  await pictures.getByRole('button', { name: 'Send again shelf.png' }).click()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
})

test('a picture by address is asked for instead of a file, and one that is not public is refused', async ({
  page,
  complaints,
}) => {
  await openForm(page)
  await fillProduct(page, 'Named piston')
  await page.getByText('Give an address').click()
  await expect(page.getByLabel('Picture file')).toBeHidden()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Image is required')).toBeVisible()

  await page.getByLabel('Address of the picture').fill('http://127.0.0.1/piston.png')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.locator('fieldset').getByRole('alert')).not.toHaveText('Image is required')
  await expect(page.getByLabel('Address of the picture')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Address of the picture')).toHaveValue('http://127.0.0.1/piston.png')
  await expectAccessible(page)
  complaints.length = 0

  await page.getByText('Upload a file').click()
  await expect(page.getByLabel('Address of the picture')).toBeHidden()
  await expect(page.locator('fieldset').getByRole('alert')).toHaveCount(0)
})
