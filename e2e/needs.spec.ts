import {
  atLength,
  desktop,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
  untilAlive,
} from './fixtures.ts'

for (const [device, size, part] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test(
    `what a car needs is listed with amounts, and goes into the cart, on a ${device}`,
    part,
    async ({ page }) => {
      await page.setViewportSize(size)
      await page.goto('/garage/needs')
      await page.getByRole('link', { name: 'Choose your car' }).last().click()
      await untilAlive(page)
      await page.getByRole('searchbox', { name: 'Your car in words' }).fill('gti')
      await page.getByRole('link', { name: 'Volkswagen GTI 5 2.0 TFSI (BPY)' }).click()
      await expect(page).toHaveURL(/\/shop\?car=/)
      await page.goto('/garage')
      await page.getByRole('link', { name: 'What your car needs' }).click()

      const need = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
      await expect(need('Engine oils')).toContainText('That depends on your car.')
      await need('Engine oils').getByRole('button', { name: '5W-30' }).click()
      await expect(need('Engine oils')).toContainText('your car needs 1 can of 5 litres')
      await expect(need('Engine oils')).toContainText(/oil viscosity\s*5W-30/i)
      const unknown = page.getByRole('region', { name: 'Not known' })
      await expect(unknown.getByRole('link', { name: 'Cabin filters' })).toBeVisible()
      await expect(need('Engine oils')).toContainText('compare oil approval VW 502.00 or 504.00')
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
      await need('Spark plugs').getByRole('button', { name: 'Add 4 pieces' }).click()
      await expect(page.getByText(/Spark Plug.* is in your cart/)).toBeVisible()
      await page.goto('/cart')
      await expect(page.getByLabel('Quantity')).toHaveValue('4')
    },
  )
