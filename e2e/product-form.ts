import type { Page } from '@playwright/test'

/** All but the picture. */
export async function fillProduct(page: Page, productName: string) {
  await page.getByLabel('Product name').fill(productName)
  await page.getByLabel('Available quantity').fill('3')
  await page.getByLabel('Minimum order quantity').fill('1')
  await page.getByLabel('Price in dollars').fill('12.50')
  await page.getByLabel('Product description').fill('A part for a journey through the shop.')
}
