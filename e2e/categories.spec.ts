import { desktop, expect, expectAccessibleAt, expectAccessibleInBothThemes, phone, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

test('a visitor goes from a group to a kind of part and back, beside the list and in the drawer of a phone', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/shop')
  await expect(page.getByLabel('Sort by')).toContainText('Featured')
  const tree = page.getByRole('navigation', { name: 'Categories' })
  await tree.getByRole('link', { name: 'Brakes 2 parts' }).click()
  await expect(page).toHaveURL(/\/shop\/brakes$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Brakes' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 parts' })).toBeVisible()
  await page.getByPlaceholder('Search parts').fill('disc')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shop\?q=disc$/)
  await expect(page.getByLabel('Sort by')).toContainText('Relevance')
  await tree.getByRole('link', { name: /^Brakes/ }).click()
  await expect(page).toHaveURL(/\/shop\/brakes\?q=disc$/)
  await tree.getByRole('link', { name: 'Brake discs 1 part' }).click()
  await expect(page).toHaveURL(/\/shop\/brakes\/brake-discs\?q=disc$/)
  await expect(tree.getByRole('link', { name: 'Brake discs' })).toHaveAttribute('aria-current', 'page')
  await expectAccessibleInBothThemes(page)

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Brakes' }).click()
  await expect(page).toHaveURL(/\/shop\/brakes$/)

  await expectAccessibleAt(page, phone)
  await expect(tree).toBeHidden()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await tree.getByRole('link', { name: /^Filters/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Filters' })).toBeVisible()
  await expect(tree).toBeHidden()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await tree.getByRole('link', { name: /^Filters/ }).click()
  await expect(tree).toBeHidden()
})

test('an admin adds a category, orders it, files a part in it, and says where its parts go', async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await page.getByRole('button', { name: 'Save category' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Journey rims')
  await page.getByLabel('Group').selectOption('Wheels and tyres')
  await page.getByRole('button', { name: 'Save category' }).click()
  await expect(page.getByText('Journey rims saved')).toBeVisible()
  await page.getByRole('button', { name: 'Move up Journey rims' }).click()
  const kinds = page.getByRole('listitem').filter({ hasText: 'Complete wheels' }).getByRole('listitem')
  await expect(kinds.last()).toContainText('Wheel bolts')
  await expectAccessibleInBothThemes(page)
  await expectAccessibleAt(page, phone)
  await page.setViewportSize(desktop)

  await page.goto('/dashboard/manageProducts?q=alloy+wheel')
  await page.getByRole('link', { name: /^Edit Twin-Spoke/ }).click()
  await page.getByLabel('Category').selectOption({ label: '\u00a0\u00a0\u00a0Journey rims' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/Tyre, 19 inch saved/)).toBeVisible()

  await page.goto('/shop/wheels/journey-rims')
  await expect(page.getByRole('heading', { name: '1 part' })).toBeVisible()
  await page.getByRole('link', { name: /^Details of Twin-Spoke/ }).click()
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Journey rims' }),
  ).toBeVisible()

  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Delete Wheels and tyres' }).click()
  await expect(page.getByText('Move its categories to another group or delete them first.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Delete Journey rims' }).click()
  await page.getByLabel('Its parts go to').selectOption({ label: '\u00a0\u00a0\u00a0Complete wheels' })
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('The category has been deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('link', { name: 'Journey rims' })).toHaveCount(0)
})
