import type { Page } from '@playwright/test'
import {
  atLength,
  desktop,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  isUncovered,
  phone,
  publicPages,
  test,
  untilAlive,
} from './fixtures.ts'

test.describe('on a desktop and on a phone, light and dark', () => {
  test.use({ viewport: desktop })

  for (const { path, title } of publicPages)
    test(`${path} is accessible, silent and fits`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(title)
      await expect(page.locator('main')).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
    })
})

test.describe('opened on a phone, light and dark', atLength, () => {
  test.use({ viewport: phone })

  for (const { path } of publicPages)
    test(`${path} is accessible, silent and fits`, async ({ page }) => {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
    })
})

test('on a slow connection the first page keeps the local fonts, and the next one has ours', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })
  })
  const font = () =>
    page
      .locator('main h1')
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontFamily)
  await page.goto('/login')
  expect(await font()).toMatch(/^"Archivo Fallback"/)
  await page.goto('/login')
  expect(await font()).toMatch(/^"Archivo Variable"/)
})

test('the logo is painted on every load, also from the cache', async ({ page }) => {
  const pictures = new Set<string>()
  for (const path of ['/login', '/403', '/login', '/403', '/login', '/403']) {
    await page.goto(path)
    await isUncovered(page, 'header a')
    const logo = page.getByRole('banner').getByRole('img', { name: 'Car Parts' })
    pictures.add((await logo.screenshot()).toString('base64'))
  }
  expect(pictures.size).toBe(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, title } of publicPages)
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
      const heading = page.locator('main h1').first()
      await expect(heading).toBeVisible()
      await isUncovered(page, 'main h1')
      await expect(page.locator('main')).toHaveText(/.{40}/s, { useInnerText: true })
    })

  test('a form is answered where it stands, and a private page says what it needs', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(`plain-${crypto.randomUUID().slice(0, 8)}@people.example`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Successfully subscribed to newsletter')).toBeInViewport()
    await page.goto('/dashboard')
    // Playwright finds no text within noscript, though it is seen.
    const words = page.locator('main noscript p')
    await expect(words).toBeVisible()
    await expect(words).toHaveText('This page needs JavaScript.')
  })
})

test('the menu of a phone that is opened before the page is alive stays open', async ({ page }) => {
  await page.setViewportSize(phone)
  let come = () => {}
  const held = new Promise<void>((done) => {
    come = done
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.locator('summary[aria-label=Menu]').click()
  come()
  await untilAlive(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Shop' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(menu).toHaveCount(0)
})

test.describe('the spinner', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  const covers = '.cover:visible'

  test('covers a page that is opened for the first time, lifts by itself, and is not shown again', async ({
    page,
    context,
  }) => {
    await page.goto('/shop', { waitUntil: 'commit' })
    // Asked of its style, because a busy machine may look only after three seconds.
    const cover = page.locator('[data-cover="shop"]')
    await expect(cover).toHaveCSS('display', 'grid')
    await expect(cover).toHaveCSS('animation-name', 'lift-cover')
    const seconds = await page.evaluate(() => ({
      waited: Number.parseFloat(document.documentElement.style.getPropertyValue('--waited')) / 1000,
      left: Number.parseFloat(
        getComputedStyle(document.querySelector('[data-cover="shop"]')!).animationDelay,
      ),
      answered:
        (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStart / 1000,
    }))
    expect(seconds.waited + seconds.left).toBeCloseTo(3)
    expect(seconds.waited).toBeGreaterThanOrEqual(seconds.answered)
    await untilAlive(page)
    await isUncovered(page, 'main h1')
    await page.goto('/blogs')
    await page.goto('/shop')
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.locator(covers)).toHaveCount(0)
    const otherTab = await context.newPage()
    await otherTab.goto('/shop', { waitUntil: 'commit' })
    await expect(otherTab.locator('[data-cover="shop"]')).toHaveCSS('display', 'none')
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('lifts by itself', async ({ page }) => {
      await page.goto('/shop', { waitUntil: 'commit' })
      await expect(page.locator('[data-cover="shop"]')).toHaveCSS('display', 'grid')
      await isUncovered(page, 'main h1')
    })
  })

  test('is shown again on another day', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('seen', 'Sun Nov 15 1998|app shop'))
    await page.goto('/shop', { waitUntil: 'commit' })
    await expect(page.locator('[data-cover="shop"]')).toHaveCSS('display', 'grid')
  })

  for (const [what, doIt] of [
    ['a press', (page: Page) => page.mouse.click(200, 200)],
    ['a wheel', (page: Page) => page.mouse.wheel(0, 10)],
    ['a touch', (page: Page) => page.touchscreen.tap(200, 200)],
    ['a key', (page: Page) => page.keyboard.press('ArrowDown')],
  ] as const)
    test.describe('on a screen that can be touched', () => {
      test.use({ hasTouch: true })

      test(`is lifted by ${what}, which does nothing else`, async ({ page }) => {
        await page.goto('/contact', { waitUntil: 'commit' })
        await page.locator('[data-cover="contact"]').waitFor({ state: 'attached' })
        await doIt(page)
        await expect(page.locator('[data-cover="contact"]')).toHaveCSS('display', 'none')
        await expect(page.locator('[data-cover="app"]')).toHaveCSS('display', 'none')
        await expect(page).toHaveURL('/contact')
      })
    })

  test('of a page one is led to counts what one has waited already', async ({ page }) => {
    await page.goto('/blogs')
    let open = () => {}
    const held = new Promise<void>((done) => {
      open = done
    })
    await page.route('**/api/services?*', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/services?*')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click()
    await asked
    const waitedBefore = await page.evaluate(() => performance.now())
    // What the visitor waits for is not there before this has passed.
    await page.waitForFunction((start) => performance.now() > start + 500, waitedBefore)
    open()
    const cover = page.locator('[data-cover="shop"]')
    await cover.waitFor({ state: 'attached' })
    const left = await cover.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).animationDelay),
    )
    expect(left).toBeLessThanOrEqual(2.5)
  })

  test('does not come back over a form that is filled in', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(`covered-${crypto.randomUUID().slice(0, 8)}@people.example`)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Successfully subscribed to newsletter')).toBeVisible()
    await expect(page.locator(covers)).toHaveCount(0)
  })

  test('is never shown to a visitor who prefers reduced motion', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: baseURL! })
    const page = await context.newPage()
    for (const path of ['/', '/shop', '/contact']) {
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main h1').first().waitFor()
      await expect(page.locator(covers)).toHaveCount(0)
    }
    await context.close()
  })
})
