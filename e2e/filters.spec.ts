import {
  desktop,
  expect,
  expectAccessible,
  expectAccessibleAt,
  expectAccessibleInBothThemes,
  phone,
  test,
} from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

test('a visitor narrows a list, opens a part and finds the list again; filters are removed one by one', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/shop/filters')
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByLabel('290 mm').check()
  await expect(page).toHaveURL(/attr=Length%3A\+290\+mm/)
  await expect(page.getByRole('heading', { name: '1 part' })).toBeVisible()
  await filters.getByLabel('To', { exact: true }).fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No part has all of this')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Remove filter Up to $5' }).click()
  await expect(page.getByRole('heading', { name: '1 part' })).toBeVisible()
  await expect(filters.getByLabel('To', { exact: true })).toHaveValue('')

  // The log-in comes between, and one comes back to the list by the browser's own button.
  await page.getByRole('link', { name: /^Details of Panel Air Filter/ }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/attr=Length/)
  await expect(filters.getByLabel('290 mm')).toBeChecked()

  await expectAccessibleAt(page, phone)
  await page.getByRole('button', { name: 'Filter 1 on' }).click()
  await filters.getByLabel('290 mm').uncheck()
  await filters.getByLabel('In stock').check()
  await expect(page).toHaveURL(/\/shop\/filters\?stock=in$/)
  await page.getByRole('button', { name: 'Show 2 parts' }).click()
  await expect(filters).toBeHidden()
  await expect(page.getByRole('heading', { name: '2 parts' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(/\/shop\/filters$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the filters are a form, and its answer is the narrowed list', async ({ page }) => {
    await page.goto('/shop/brakes?sort=name')
    const filters = page.getByRole('form', { name: 'Filters' })
    await filters.getByLabel('312 mm').check()
    await filters.getByLabel('Millbridge').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(page).toHaveURL(/\/shop\/brakes\?sort=name&.*attr=Diameter/)
    await expect(filters.getByLabel('Millbridge')).toBeChecked()
    await expect(page.getByRole('link', { name: /^Details of/ })).toHaveCount(1)
  })
})

test("an admin adds an attribute and describes a part by it; it is a table on the part's page", async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/categories/attributes')
  await page.getByRole('button', { name: 'Add Attribute' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Journey girth')
  await page.getByLabel('Unit').fill('mm')
  await page.getByRole('button', { name: 'Save attribute' }).click()
  await expect(page.getByRole('row', { name: /Journey girth/ })).toContainText('Number in mm')
  await expectAccessible(page)

  await page.goto('/services/clutch-kit')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  await page.keyboard.type('Journey girth')
  await page.getByLabel('Value of Journey girth').fill('12,5')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('main').getByRole('link', { name: 'View', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Journey girth 12.5 mm' })).toBeVisible()

  await page.goto('/dashboard/categories/attributes')
  await page.getByRole('button', { name: 'Delete Journey girth' }).click()
  await expect(page.getByText('It is removed from 1 part.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('The attribute has been deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('row', { name: /Journey girth/ })).toHaveCount(0)
})
