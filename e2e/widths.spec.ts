import type { APIRequestContext, Locator } from '@playwright/test'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { demoAdmin, demoCustomer } from './people.ts'
import { signIn } from './sign-in.ts'

const widths = [360, 768, 1024, 1280, 1920]
const productName = `Supercalifragilisticexpialidocious${'-Bracket'.repeat(8)}-${crypto.randomUUID().slice(0, 8)}`

test('a name without a space pushes no page aside, from 360 to 1920 pixels', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const admin = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const adminPage = await admin.newPage()
  const adminToken = await signIn(adminPage, demoAdmin)
  const customerToken = await signIn(page, demoCustomer)
  const productId = await aProduct(request, adminToken)
  const order = { productId, quantity: 1, size: 'XL', price: 999_999.99 }
  const ordered = await request.post('/api/orders', {
    data: order,
    headers: { authorization: `Bearer ${customerToken}` },
  })
  expect(ordered.status()).toBe(200)
  for (const [who, paths] of [
    [page, [`/shop?q=supercali`, `/services/${productId}`, '/dashboard/orders']],
    [adminPage, [`/dashboard/manageProducts?q=supercali`, '/dashboard/allOrders', '/dashboard/audit']],
  ] as const)
    for (const path of paths) {
      await who.goto(path)
      await expect(who.getByText(productName).first()).toBeAttached()
      for (const width of widths) {
        await who.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(who)
      }
    }
  await admin.close()
})

async function aProduct(request: APIRequestContext, token: string) {
  const added = await request.post('/api/services', {
    data: {
      productName,
      availableQty: 1_000_000,
      orderQty: 1,
      price: 999_999.99,
      productDescription: 'W'.repeat(300),
      image: '/products/piston-1200.webp',
    },
    headers: { authorization: `Bearer ${token}` },
  })
  return (await added.json()).insertedId as string
}

test('the first parts of a list are on the first screen, and eighteen of them are short on a phone', async ({
  page,
}) => {
  const cards = page.getByRole('article')
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    for (const path of [
      '/shop',
      '/shop/brakes',
      '/shop?car=volkswagen-golf-5-2.0-tdi-bkd',
      '/shop?q=battery',
    ]) {
      await page.goto(path)
      const { y, height } = (await cards.first().boundingBox())!
      expect(y + height, `${path} ${viewport.width} px wide`).toBeLessThanOrEqual(viewport.height)
    }
  }
  await page.setViewportSize(phone)
  await page.goto('/shop')
  const top = (await cards.first().boundingBox())!.y
  const { y, height } = (await cards.nth(17).boundingBox())!
  expect(y + height - top).toBeLessThanOrEqual(4500)
})

test('address, card and Pay have their room beside the menu and the sum, from 360 to 1920 pixels', async ({
  page,
}) => {
  await signIn(page, demoCustomer)
  await page.goto('/dashboard/orders')
  await page.getByRole('link', { name: /^Pay/ }).first().click()
  const form = page.getByRole('form', { name: 'Payment' })
  const widthOf = async (target: Locator) => (await target.boundingBox())!.width
  for (const width of [360, 640, 768, 960, 1024, 1100, 1180, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    expect(await widthOf(form.getByLabel('Card number')), `${width}`).toBeGreaterThan(200)
    expect(await widthOf(form.getByText(/^Return within/)), `${width}`).toBeGreaterThan(180)
  }
})

test('lists are tables from 900 pixels on, and leave out their least important columns first', async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    return (await page.locator('thead th:visible').allInnerTexts()).map((text) =>
      text.replace(/[↑↓↕]/g, '').trim().toLowerCase(),
    )
  }
  const isTable = () =>
    page
      .locator('tbody tr')
      .first()
      .evaluate((row) => getComputedStyle(row).display)
  await page.goto('/dashboard/allOrders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const all = ['sl', 'order name', 'email', 'date', 'quantity', 'size', 'price', 'payment', 'trnxid']
  expect(await columns(1280)).toEqual(all)
  const at900 = await columns(900)
  expect(await isTable()).toBe('table-row')
  expect(at900).toEqual(all.filter((name) => name !== 'size' && name !== 'trnxid'))
  // Beside the menu the date stands under the name.
  const least = ['size', 'trnxid', 'sl', 'date']
  expect(await columns(1024)).toEqual(all.filter((name) => !least.includes(name)))
  await columns(899)
  expect(await isTable()).toBe('contents')
  for (const path of ['manageProducts', 'users', 'audit']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    for (const width of [900, 1024, 1100, 1280]) {
      await columns(width)
      expect(await isTable()).toBe('table-row')
    }
  }
})
