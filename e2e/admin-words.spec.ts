import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { fillProduct } from './product-form.ts'
import { signIn } from './sign-in.ts'

const headsOf = async (page: Page) => {
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // In the letters that the eye sees.
  return page.getByRole('columnheader').evaluateAll((heads) =>
    heads.map((head) => {
      const words = head.querySelector('span:not([aria-hidden])') ?? head
      const text = head.textContent.replace(/[↑↓↕]/g, '').trim()
      const isHidden = words.clientWidth === 1
      const isOther = [head, words].some(
        (one) => getComputedStyle(one, '::first-letter').textTransform !== 'none',
      )
      return isHidden || isOther ? `${text}, but it looks otherwise` : text
    }),
  )
}

test('the dashboard of an admin names its pages and columns in the words of the shop', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Admin', { exact: true })).toBeVisible()
  await expect(page.getByText(`You are logged in with ${demoAdmin.email}`)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  for (const text of ['My Profile', 'All Orders', 'Add Product', 'All Users', 'Manage Products'])
    await expect(menu.getByRole('link', { name: text })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'My Orders' })).toHaveCount(0)

  await menu.getByRole('link', { name: 'All Users' }).click()
  expect(await headsOf(page)).toEqual(['Email', 'Admin', 'Action'])

  await menu.getByRole('link', { name: 'Manage Products' }).click()
  await expect(page).toHaveTitle('Manage Products - Car Parts')
  const ofProducts = ['Sl.', 'image', 'order Name', 'Available Quantity', 'Minimum Order Quantity', 'Price']
  expect(await headsOf(page)).toEqual([...ofProducts, 'Action'])
  await expect(page.getByRole('row').nth(1).getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('row').nth(1).locator('img')).toHaveCSS('width', '64px')

  await menu.getByRole('link', { name: 'All Orders' }).click()
  await expect(page).toHaveTitle('All Orders - Car Parts')
  const ofOrders = ['Email', 'Date', 'Quantity', 'Size', 'Price', 'Payment', 'TrnxId']
  expect(await headsOf(page)).toEqual(['Sl', 'order Name', ...ofOrders])
})

test('the image of a product is a file or an address, and the button says what it is doing', async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/addProduct')
  await expect(page.getByLabel('Picture file')).toBeAttached()
  await page.getByRole('radio', { name: 'Give an address' }).check({ force: true })
  await expect(page.getByLabel('Picture file')).toHaveCount(0)
  await expect(page.getByLabel('Address of the picture')).toBeVisible()
  await page.getByRole('radio', { name: 'Upload a file' }).check({ force: true })
  await page
    .getByLabel('Picture file')
    .setInputFiles(join(import.meta.dirname, '../public/products/piston-600.webp'))
  await fillProduct(page, `Sender ${crypto.randomUUID().slice(0, 8)}`)
  let letItBeSaved = () => {}
  const mayBeSaved = new Promise<void>((done) => {
    letItBeSaved = done
  })
  await page.route('**/api/services', async (route) => {
    await mayBeSaved
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('button', { name: 'Sending Product...' })).toBeDisabled()
  letItBeSaved()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Save Product' })).toBeEnabled()
})
