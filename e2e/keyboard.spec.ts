import type { Locator, Page } from '@playwright/test'
import { expect, test, untilAlive } from './fixtures.ts'
import { demoCustomer } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a part is found, ordered, paid and its receipt opened with the keyboard alone', async ({ page }) => {
  // Every Tab on the way is pressed.
  test.slow()
  const { keyboard } = page
  await page.goto('/services/wiper-blade')
  await untilAlive(page)
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(demoCustomer.email)
  await tabTo(page, page.getByLabel('Password'))
  await keyboard.type(demoCustomer.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/services/wiper-blade')

  await tabTo(page, page.getByRole('radio', { name: 'M', exact: true }))
  await keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('button', { name: 'Order now' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('row', { name: /Flat Wiper Blades/ }).first()).toContainText('Not Paid')

  await tabTo(page, page.getByRole('link', { name: /^Pay for Flat Wiper Blades/ }).first())
  await keyboard.press('Enter')
  await page.getByLabel('Card number').waitFor()
  // What the toast offered is being done.
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeHidden({ timeout: 500 })
  await tabTo(page, page.getByLabel('Card number'))
  await keyboard.type('42424242424242421240123')
  await tabTo(page, page.getByRole('button', { name: 'Pay', exact: true }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(dialog.getByRole('button', { name: 'My Orders' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/orders')
  await tabTo(page, page.getByRole('link', { name: /^Receipt for Flat Wiper Blades/ }).first())
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
})

test('Escape closes the menu of a phone and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/blogs')
  await untilAlive(page)
  const menu = page.locator('summary[aria-label=Menu]')
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

/** From wherever the focus is; what is reached shows that it has it. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
  const isMarked = () =>
    target.evaluate((element) => {
      const around = [element, element.parentElement!]
      return around.some((one) => getComputedStyle(one).outlineStyle !== 'none')
    })
  await expect.poll(isMarked).toBe(true)
}
