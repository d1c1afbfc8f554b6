import { linkToken } from '~/test/outbox.ts'
import {
  atLength,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { dataDir, demoAdmin, typeLogin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

test(
  'an admin makes a code, a visitor opens its link, logs in and pays less by what was shown',
  atLength,
  async ({ page, browser, complaints }) => {
    const email = 'saver@discounts.example'
    const { person } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
    await person.dispose()

    const admin = await browser.newPage({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
    await signIn(admin, demoAdmin)
    await admin.goto('/dashboard/discounts')
    await expect(admin.getByRole('heading', { name: 'Discount codes', level: 1 })).toBeVisible()
    await admin.getByRole('button', { name: 'Make a code' }).click()
    const form = admin.getByRole('dialog')
    await form.getByLabel('Code', { exact: true }).fill('весна')
    await form.getByLabel('Percent').fill('10')
    await form.getByRole('button', { name: 'Make the code' }).click()
    await expect(form.getByText('A code has the letters A to Z, digits and hyphens')).toBeVisible()
    await form.getByLabel('Code', { exact: true }).fill('Journey-10')
    await form.getByLabel('Uses for each customer').fill('1')
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Make the code' }).click()
    const row = admin.getByRole('row', { name: /JOURNEY-10/ })
    await expect(row).toContainText('10 %')
    await expectAccessible(admin)
    await admin.close()

    await page.goto('/shop')
    await page
      .getByRole('button', { name: /^Add to cart: .*Oil Filter/ })
      .first()
      .click()
    await expect(page.getByText(/Oil Filter.* is in your cart$/)).toBeVisible()
    await page.goto('/cart?code=nosuchcode')
    const total = page.getByRole('region', { name: 'Total' })
    await expect(page).toHaveURL('/cart')
    await expect(total.getByText('There is no such code. Look at how it is written.')).toBeVisible()
    await total.getByLabel('Discount code').fill('journey 10')
    await total.getByRole('button', { name: 'Apply' }).click()
    await expect(total.getByText('Discount JOURNEY-10')).toBeVisible()
    await expect(page.getByText(/^-\$\d+\.\d\d with the code$/)).toBeVisible()
    await expectAccessible(page)
    await total.getByRole('link', { name: 'Log in to order' }).click()
    await typeLogin(page, { email, password: 'Passw0rd1' })
    await expect(page).toHaveURL('/cart')
    await expect(total.getByText('Discount JOURNEY-10')).toBeVisible()
    const shown = await total.getByRole('status').textContent()
    await total.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    const owed = page.getByRole('region', { name: 'To pay' })
    await expect(owed.getByText('Discount JOURNEY-10')).toBeVisible()
    await expect(owed.getByRole('status')).toHaveText(shown!)
    // The code that does not exist.
    expect(complaints.splice(0).filter((text) => !/\b422\b/.test(text))).toEqual([])
  },
)

test(
  'an admin finds the parts that a code is for, by keyboard and on a phone',
  atLength,
  async ({ page }) => {
    await signIn(page, demoAdmin)
    await page.setViewportSize(phone)
    await page.goto('/dashboard/discounts')
    await page.getByRole('button', { name: 'Make a code' }).click()
    const form = page.getByRole('dialog')
    const save = form.getByRole('button', { name: 'Make the code' })
    await form.getByLabel('Code', { exact: true }).fill('Oil-10')
    await form.getByLabel('Percent').fill('10')
    await form.getByLabel('Parts', { exact: true }).selectOption('some categories')
    await save.click()
    await expect(form.getByText('Choose a category')).toBeVisible()
    await form.getByLabel('Parts', { exact: true }).selectOption('some parts')
    await save.click()
    const search = form.getByRole('searchbox', { name: 'Find a part it is for' })
    await expect(form.getByText('Choose a part')).toBeVisible()
    await expect(search).toBeFocused()
    for (const part of ['oil filter', 'engine oil', 'air filter']) {
      await page.keyboard.type(part)
      await page.keyboard.press('Enter')
      const found = form.getByRole('list', { name: 'Found parts' }).getByRole('button').first()
      await expect(found).toHaveText(new RegExp(part, 'i'))
      await page.keyboard.press('Tab')
      await expect(found).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(search).toBeFocused()
    }
    await form.getByRole('button', { name: /^Take out .*Air Filter/ }).press('Enter')
    await expect(form.getByRole('button', { name: /^Take out/ })).toHaveCount(2)
    await expect(form.getByText('Choose a part')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await save.click()
    const row = page.getByRole('row', { name: /OIL-10/ })
    await expect(row).toContainText('Spin-On Oil Filter')
    await expect(row).toContainText('Engine Oil 5W-30')
    await expect(row).not.toContainText('Air Filter')
  },
)
