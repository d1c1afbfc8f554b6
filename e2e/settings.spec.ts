import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

test('the owner changes what the shop says of itself, and sees what is still as in the demo', async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/settings')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Car Parts')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Seller' }).click()
  const taxNumber = page.getByLabel('Tax number')
  await expect(page.getByText('Still as in the demo.')).toHaveCount(2)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Car Parts')
  await taxNumber.fill('12-3456789')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(taxNumber).toHaveValue('12-3456789')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
