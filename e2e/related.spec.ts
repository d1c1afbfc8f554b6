import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn, tokenFor } from './sign-in.ts'

for (const [device, size, part] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test(
    `the owner puts two parts together, and who has one in the cart is shown the other, on a ${device}`,
    part,
    async ({ page, browser }) => {
      test.slow()
      const tag = crypto.randomUUID().slice(0, 6)
      const admin = await tokenFor(page, demoAdmin)
      const bracket = await aPart(page, admin, `Bracket ${tag}`)
      const screw = await aPart(page, admin, `Screw ${tag}`)
      const owner = await browser.newPage({ viewport: size })
      await signIn(owner, demoAdmin)
      await owner.goto(`/dashboard/products/${bracket.id}`)
      const editor = owner.getByRole('region', { name: 'You also need' })
      await editor.getByRole('searchbox', { name: 'Add a part: its name or number' }).fill(screw.name)
      await editor.getByRole('button', { name: screw.name, exact: true }).click()
      await expect(owner.getByText(`${screw.name} stands beside it`)).toBeVisible()
      await expect(editor.getByRole('listitem')).toHaveText([/10 left/])
      await expectNoSidewaysScroll(owner)
      await expectAccessible(owner)
      await owner.close()

      await page.setViewportSize(size)
      const email = `related-${device}-${tag}@customers.example`
      const { token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
      await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
      await page.goto(`/services/${screw.id}`)
      const needed = page.getByRole('region', { name: 'You also need' })
      await expect(needed.getByRole('link')).toHaveText([bracket.name])
      await needed.getByRole('link', { name: bracket.name }).click()
      await expect(needed.getByRole('link')).toHaveText([screw.name])
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
      await expect(page.getByText(`${bracket.name} is in your cart`)).toBeVisible()

      await page.goto('/cart')
      await expect(needed.getByRole('link')).toHaveText([screw.name])
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
      await needed.getByRole('button', { name: `Add to cart: ${screw.name}` }).click()
      // It is in the cart, and nothing else is needed.
      await expect(page.getByRole('link', { name: screw.name })).toBeVisible()
      await expect(needed).toHaveCount(0)
    },
  )

test('what is often bought together stands below what is needed, without what does not fit the car', async ({
  page,
  browser,
}) => {
  const email = `together-${crypto.randomUUID().slice(0, 6)}@customers.example`
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  const storeToken = (given: string) => localStorage.setItem('accessToken', given)
  const boughtOn = (shown: Page) => shown.getByRole('region', { name: 'Often bought together' })
  await page.addInitScript(storeToken, token)
  await page.goto('/services/engine-oil')
  await expect(boughtOn(page).getByRole('link', { name: 'Spark Plug' })).toBeVisible()
  await person.put('/api/my-garage/mine', {
    data: { vehicleId: 'volkswagen-golf-5-2.0-tdi-bkd', facts: '' },
    headers: { authorization: `Bearer ${token}` },
  })
  const driver = await browser.newPage()
  await driver.addInitScript(storeToken, token)
  await driver.goto('/services/engine-oil')
  // A diesel engine has no spark plugs.
  await expect(boughtOn(driver).getByText('Not checked').first()).toBeVisible()
  await expect(boughtOn(driver).getByRole('link', { name: 'Wiper' })).toBeVisible()
  await expect(boughtOn(driver).getByRole('link', { name: 'Spark Plug' })).toHaveCount(0)
  await driver.close()
})

async function aPart(page: Page, token: string, name: string) {
  const added = await page.request.post('/api/services', {
    data: {
      productName: name,
      availableQty: 10,
      orderQty: 1,
      price: 20,
      productDescription: 'Of steel.',
      image: '/products/brake-disc-1200.webp',
    },
    headers: { authorization: `Bearer ${token}` },
  })
  return { id: (await added.json()).insertedId as string, name }
}
