import type { Page } from '@playwright/test'
import {
  atLength,
  expect,
  expectAccessible,
  expectAccessibleAt,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { tokenFor } from './sign-in.ts'

const list = '/shop/electrics-and-lights/alternators'

test('parts of one kind are chosen in their list and compared by their measures', async ({ page }) => {
  const admin = await asAdmin(page)
  const [small, large] = [await anAlternator(page, admin, 90), await anAlternator(page, admin, 180)]
  await page.goto('/shop')
  await page
    .getByRole('link', { name: /^Electrics and lights/ })
    .first()
    .click()
  await expect(page.getByRole('checkbox', { name: /^Compare/ })).toHaveCount(0)
  await page
    .getByRole('link', { name: /^Alternators/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/alternators$/)
  await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeHidden()
  await page.getByRole('checkbox', { name: `Compare ${small.name}` }).check()
  await page.getByRole('checkbox', { name: `Compare ${large.name}` }).check()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Compare: Alternators' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Current/ })).toContainText('90 A')
  await expect(page.getByRole('row', { name: /^Current/ })).toContainText('180 A')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: `Add to cart: ${small.name}` }).click()
  await expect(page.getByText(`${small.name} is in your cart`)).toBeVisible()
  await page.getByRole('link', { name: `Leave out ${small.name}` }).click()
  await expect(page.getByText('Choose another part to compare it with.')).toBeVisible()
  await remove(page, admin, small, large)
})

test(
  'on a phone, by keyboard and without scripts parts are compared, too',
  atLength,
  async ({ page, browser }) => {
    const admin = await asAdmin(page)
    const [small, large] = [await anAlternator(page, admin, 91), await anAlternator(page, admin, 181)]
    await page.setViewportSize(phone)
    await page.goto(list)
    for (const { name } of [small, large]) {
      await page.getByRole('checkbox', { name: `Compare ${name}` }).focus()
      await page.keyboard.press('Space')
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Compare', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /^Current/ })).toContainText('181 A')
    await expectAccessibleAt(page, phone)
    await page.goto(`/services/${small.id}`)
    await page.getByRole('link', { name: 'Compare with other parts of its kind' }).click()
    await page.getByRole('link', { name: `Compare with ${large.name}` }).click()
    await expect(page.getByRole('row', { name: /^Current/ })).toContainText('91 A')

    const plain = await browser.newContext({ baseURL: process.env.E2E_URL!, javaScriptEnabled: false })
    const visitor = await plain.newPage()
    await visitor.goto(list)
    for (const { name } of [small, large])
      await visitor.getByRole('checkbox', { name: `Compare ${name}` }).check()
    await visitor.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(visitor.getByRole('row', { name: /^Current/ })).toContainText('181 A')
    await plain.close()
    await remove(page, admin, small, large)
  },
)

type Headers = Record<string, string>
type Part = { id: string; name: string }

async function anAlternator(page: Page, headers: Headers, current: number): Promise<Part> {
  const name = `Alternator ${crypto.randomUUID().slice(0, 8)}`
  const added = await page.request.post('/api/services', {
    data: {
      productName: name,
      availableQty: 9,
      orderQty: 1,
      price: 9,
      productDescription: 'A part for a journey.',
      image: '/products/alloy-wheel-1200.webp',
      category: 'alternators',
      attributes: `Current: ${current} A\nVoltage: 14 V`,
    },
    headers,
  })
  return { id: (await added.json()).insertedId, name }
}

async function remove(page: Page, headers: Headers, ...parts: Part[]) {
  for (const { id } of parts) await page.request.delete(`/api/services/${id}`, { headers })
}

/** Logged in once: the second time the cookie of the first is there. */
async function asAdmin(page: Page): Promise<Headers> {
  const headers = { authorization: `Bearer ${await tokenFor(page, demoAdmin)}` }
  await page.context().clearCookies()
  return headers
}
