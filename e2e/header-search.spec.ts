import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  test,
} from './fixtures.ts'

/** A search field, and a combobox once there is something to suggest. */
const fieldOf = (page: Page) => page.getByRole('banner').locator('[type=search]')

test('the bar suggests parts with picture, price and stock, and one is chosen by keyboard', async ({
  page,
}) => {
  await page.goto('/blogs')
  const field = fieldOf(page)
  // The key is listened to a moment after the page has come alive.
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return field.evaluate((element) => element === document.activeElement)
    })
    .toBe(true)
  await page.keyboard.type('brake')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const part = list.getByRole('option', { name: /Brake Disc, 312 mm/ })
  await expect(part).toContainText('$68.90')
  await expect(part).toContainText(/\d+ left/)
  await expect(part.locator('img')).toBeVisible()
  await expect(page.getByRole('status').getByText('2 parts found for “brake”')).toBeAttached()
  const combobox = page.getByRole('combobox', { name: 'Search the shop' })
  await expect(combobox).toHaveAttribute('aria-expanded', 'true')
  await expectAccessibleInBothThemes(page)

  await page.keyboard.press('ArrowDown')
  await expect(part).toHaveAttribute('aria-selected', 'true')
  await expect(combobox).toHaveAttribute('aria-activedescendant', (await part.getAttribute('id'))!)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(combobox).toHaveValue('brake')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option', { name: 'Results for “brake”' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop?q=brake')
  await expect(page.getByRole('heading', { name: '2 parts for “brake”' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the bar suggests categories and parts by their number', async ({ page }) => {
  await page.goto('/shop')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await fieldOf(page).fill('mb30112a')
  await expect(list.getByRole('option', { name: /Brake Disc/ })).toContainText('MB-30112-A')
  await fieldOf(page).fill('brake d')
  await list.getByRole('option', { name: 'Brake discs Category, 1 part' }).click()
  await expect(page).toHaveURL('/shop/brakes/brake-discs')
})

test('the bar knows a car in the words: it becomes the visitor’s, and the other words are searched for it', async ({
  page,
}) => {
  await page.goto('/blogs')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const golf = list.getByRole('option', { name: /^Golf 5 2\.0 TDI/ })
  // A make alone has several.
  await fieldOf(page).fill('vw')
  await expect(golf).toContainText('10/2003 to 11/2008, 103 kW / 140 hp')
  await expect(list.getByRole('option').filter({ hasText: 'Is this your car?' })).toHaveCount(3)
  await expectAccessible(page)
  await fieldOf(page).fill('golf brake')
  await expect(golf).toContainText('See only “brake” for it')
  await golf.click()
  await expect(page).toHaveURL('/shop?q=brake&car=volkswagen-golf-5-2.0-tdi-bkd')
  await expect(page.getByRole('button', { name: 'My car: Golf 5 2.0 TDI' })).toBeVisible()
  // From now on each part that is suggested says whether it fits, and the search goes on for the car.
  await fieldOf(page).fill('oil filter')
  await expect(list.getByRole('option', { name: /Oil Filter/ })).toContainText('Does not fit')
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL('/shop?q=oil+filter&car=volkswagen-golf-5-2.0-tdi-bkd&fit=all')
})

test('on a phone the search is behind an icon, and Enter searches the shop', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact')
  const icon = page.getByRole('button', { name: 'Search the shop' })
  await icon.click()
  const field = fieldOf(page)
  await expect(field).toBeFocused()
  await page.keyboard.type('filter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop?q=filter')
  await expect(field).toBeHidden()
})

test('a key is a letter where one types, and nothing is suggested that came too late', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Message').fill('')
  await page.getByLabel('Message').press('/')
  await expect(page.getByLabel('Message')).toHaveValue('/')

  const answered: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route('**/api/services?q=b&*', async (route) => {
    await held
    await route.continue().catch(() => answered.push('aborted'))
  })
  const field = fieldOf(page)
  await field.focus()
  const asked = page.waitForRequest('**/api/services?q=b&*')
  await page.keyboard.type('b')
  await asked
  await page.keyboard.type('attery')
  await expect(page.getByRole('option', { name: /Starter Battery/ })).toBeVisible()
  letGo()
  await expect(page.getByRole('option', { name: 'Results for “battery”' })).toBeVisible()
})

test('without a connection the field says that nothing can be suggested', async ({ page, complaints }) => {
  await page.goto('/blogs')
  const field = fieldOf(page)
  await field.fill('brake')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.context().setOffline(true)
  await field.fill('disc')
  await expect(page.getByText('No suggestions right now. Press Enter to search.').last()).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  complaints.length = 0
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const width of [390, 1440])
    test(`the bar searches the shop from any page, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/blogs')
      if (width === 390) await page.getByRole('button', { name: 'Search the shop' }).click()
      const field = fieldOf(page)
      await field.fill('brake')
      await field.press('Enter')
      await expect(page).toHaveURL('/shop?q=brake')
      await expect(page.getByRole('heading', { name: '2 parts for “brake”' })).toBeVisible()
    })
})
