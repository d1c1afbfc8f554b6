import { hours } from '../platform/time.ts'
import { desktop, expect, expectAccessibleAt, expectAccessibleInBothThemes, phone, test } from './fixtures.ts'

/** Made from patterns, with a serial number that no car has; its sixth character is wrong. */
const civicWithMistake = '1HGFAG6568L000001'
const golf = 'wvw zzz 1kz 6w 000001'

test('a VIN with a mistake offers the right car in My car, and the customer confirms it', async ({
  page,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.setViewportSize(desktop)
  await page.goto('/shop')
  await page.getByRole('banner').getByRole('link', { name: 'My car' }).click()
  await page.getByRole('searchbox', { name: 'Your car in words, its VIN' }).fill(civicWithMistake)
  await expect(page.getByText('There is a mistake in this VIN.')).toBeVisible()
  await expect(page.getByText('Your VIN is not stored.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectAccessibleAt(page, phone)
  await page.getByRole('link', { name: /Honda Civic 8 1.8/ }).click()
  await page.setViewportSize(desktop)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Civic 8 1\.8/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('built 07/2007 to 12/2008')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Your car in words, its VIN' }).fill(golf)
  await expect(dialog.getByText('This is a Volkswagen; its VIN does not say which.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Golf/ })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  expect(addresses.filter((address) => address.includes('8L0000'))).toEqual([])
})

test('a VIN of Europe leads to the models of its make, also on the page of cars, and is in no address', async ({
  page,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.clock.install()
  await page.goto('/garage')
  await page.clock.pauseAt(Date.now() + hours(1))
  const box = page.getByRole('searchbox', { name: 'Your car in words, its VIN' })
  await box.fill(golf)
  // The VIN is asked for and answered before the search for words would begin.
  await page.clock.runFor(200)
  await expect(page.getByText('This is a Volkswagen; its VIN does not say which.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Which model?' })).toBeVisible()
  await page.clock.runFor(100)
  await page.clock.resume()
  await expectAccessibleInBothThemes(page)
  await expect(page.getByRole('link', { name: /^Golf/ })).toBeVisible()
  await expect(page).toHaveURL(/\/garage\?make=volkswagen$/)
  expect(addresses.filter((address) => /000001/.test(address))).toEqual([])
})
