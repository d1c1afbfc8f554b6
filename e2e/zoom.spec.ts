import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { demoAdmin, demoCustomer } from './people.ts'
import { signIn } from './sign-in.ts'

/** 1280 by 900 pixels at 200 %. */
test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })

const ofVisitors = [
  '/',
  '/shop',
  '/shop/brakes',
  '/shop?car=volkswagen-golf-5-2.0-tdi-bkd',
  '/shop?q=vw',
  '/cart',
  '/garage',
  '/login',
  '/register',
  '/reset-password',
  '/blogs',
  '/contact',
  '/pages/terms',
]
const ofCustomers = [
  '/services/brake-disc',
  '/dashboard',
  '/dashboard/myprofile',
  '/dashboard/orders',
  '/dashboard/addReview',
]
const ofAdmins = [
  '/dashboard',
  '/dashboard/allOrders',
  '/dashboard/addProduct',
  '/dashboard/products/piston',
  '/dashboard/users',
  '/dashboard/manageProducts',
  '/dashboard/parcels',
  '/dashboard/returns',
  '/dashboard/messages',
  '/dashboard/categories',
  '/dashboard/vehicles',
  '/dashboard/vehicles/questions',
  '/dashboard/newsletter',
  '/dashboard/pages',
  '/dashboard/pages/terms',
  '/dashboard/settings',
  '/dashboard/audit',
  '/dashboard/mails',
  '/dashboard/fitments/brake-disc',
]

test('at 200 % a visitor reads and reaches everything', async ({ page }) => {
  test.slow()
  await page.goto('/services/brake-disc')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByText(/is in your cart$/)).toBeVisible()
  await expectReachable(page, 'a part')
  await visit(page, ofVisitors)
})

test('at 200 % a customer reads and reaches everything', async ({ page }) => {
  test.slow()
  await signIn(page, demoCustomer)
  await visit(page, ofCustomers)
  await page.goto('/dashboard/orders')
  await page.getByRole('link', { name: /^Pay/ }).first().click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectReachable(page, 'the payment')
  await page.goto('/dashboard/orders')
  await seeFirstPurchase(page)
})

test('at 200 % an admin reads and reaches everything', async ({ page }) => {
  test.slow()
  await signIn(page, demoAdmin)
  await visit(page, ofAdmins)
  await page.goto('/dashboard/allOrders')
  await seeFirstPurchase(page)
})

/** Whichever it is: other journeys order meanwhile. */
async function seeFirstPurchase(page: Page) {
  await page.locator('main a[href^="/dashboard/delivery/"]').first().click()
  await expect(page.getByRole('heading', { name: /^Purchase/ })).toBeVisible()
  await expectReachable(page, 'a purchase')
}

async function visit(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectReachable(page, path)
  }
}

async function expectReachable(page: Page, where: string) {
  await expectNoSidewaysScroll(page)
  expect.soft(await covered(page), where).toEqual([])
  expect.soft(await cutOff(page), where).toEqual([])
  await expectAccessible(page)
}

/** What has the focus and cannot be seen, because a bar that stays in its place lies on it. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href]:not(.skip-link), button, input, select, textarea, summary',
    )
    const hidden: string[] = []
    for (const element of all) {
      if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue
      element.focus()
      if (document.activeElement !== element) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      // What is hidden from eyes has its label in sight.
      if (width <= 1 || height <= 1) continue
      const places = [0.1, 0.5, 0.9].flatMap((part) => [
        [x + width / 2, y + height * part],
        [x + width * part, y + height / 2],
      ])
      const isSeen = places.some(([left, top]) => {
        const onTop = document.elementFromPoint(left!, top!)
        return onTop !== null && (element.contains(onTop) || onTop.contains(element))
      })
      if (!isSeen) hidden.push(element.outerHTML.slice(0, 160))
    }
    return hidden
  })

/** Words of a heading or a button that do not fit into it. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, .btn, .tab, .nav-link')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160)),
  )
