import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import type axe from 'axe-core'

export { expect }

/** Repeats a proof on another width or way: left out by `npm test`, run by `npm run test:all`. */
export const atLength = { tag: '@at-length' }

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** Every page of the public side, and the start of its title. */
export const publicPages = [
  { path: '/', title: /^.+ - Car Parts$/ },
  { path: '/shop', title: /^.+ - Car Parts$/ },
  { path: '/blogs', title: /^.+ - Car Parts$/ },
  { path: '/blogs/why-do-my-brakes-squeal', title: /^Why .+ - Car Parts$/ },
  { path: '/contact', title: /^Contact.* - Car Parts$/ },
  { path: '/portfolio', title: /^.+ - Car Parts$/ },
  { path: '/nope', title: /^Not Found - Car Parts$/ },
  { path: '/403', title: /^Forbidden - Car Parts$/ },
] as const

/**
 * On a busy machine a journey would press what is only drawn: every page that is opened is waited for, in every window.
 * A journey that says itself what it waits for does not.
 */
function waitForLife(page: Page) {
  const windows = Object.getPrototypeOf(page)
  if ('waitsForLife' in windows) return
  for (const way of ['goto', 'reload'] as const) {
    const open = windows[way]
    windows[way] = async function (this: Page, ...where: [string | object | undefined, object?]) {
      const answer = await open.apply(this, where)
      const isOwnWait = where.some((given) => typeof given === 'object' && 'waitUntil' in given)
      if (!isOwnWait && (await isComingAlive(this))) await untilAlive(this)
      return answer
    }
  }
  windows.waitsForLife = true
}

export const test = base.extend<{ complaints: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
  baseURL: async ({}, use) => use(process.env.E2E_URL!),
  /** Whatever the browser was not happy with; every journey must end with none. */
  complaints: [
    async ({ page, baseURL }, use) => {
      waitForLife(page)
      const complaints: string[] = []
      // What was asked just before a log-out, in this tab or another, may be answered after it.
      let isLoggedOut = false
      page.context().on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/identity/sign-')) isLoggedOut = pathname === '/identity/sign-out'
      })
      page.on('console', (message) => {
        const text = message.text()
        if (isLoggedOut && text.includes('status of 401')) return
        // By the clock: on a busy machine a picture is drawn later than the browser thinks right.
        if (text.includes('was preloaded using link preload but not used within a few seconds')) return
        if (!isOwnStatus(text, message.location().url, page.url()))
          complaints.push(`console ${message.type()}: ${text}`)
      })
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.protocol.startsWith('http') && url.origin !== baseURL)
          complaints.push(`request to another origin: ${request.url()}`)
      })
      page.on('response', (answer) => {
        if (isLoggedOut && answer.status() === 401) return
        if (answer.status() >= 400 && answer.request().resourceType() !== 'document')
          complaints.push(`${answer.status()} for ${answer.url()}`)
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium notes the page's own 404 or 403 in the console: that is the answer we want, not a complaint. */
const isOwnStatus = (text: string, about: string, page: string) =>
  text.startsWith('Failed to load resource') && about === page

/** In the theme that the page has now. */
export const expectAccessible = (page: Page) =>
  expectNoViolations(page, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })

/** The dark theme changes colours alone, so there the same page is only asked about those. */
export async function expectAccessibleInBothThemes(page: Page) {
  const textColor = () => page.evaluate(() => getComputedStyle(document.body).color)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  const light = await textColor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })
  expect(await textColor()).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The short one: a page takes half the time to read it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function expectNoViolations(page: Page, runOnly: axe.RunOnly) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (rules) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe
    // Colours half-way through a change are nobody's design: what ends at all ends at once. To wait for it could take for
    // ever, because the pointer that rests on a toast holds it.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
    // What has been scrolled half under the bar at the top would count as too small to press.
    const { scrollY } = window
    window.scrollTo({ top: 0, behavior: 'instant' })
    // Passes are counted by nobody, and gathering them takes half the time.
    const found = await inPage.run(document, { runOnly: rules, resultTypes: ['violations'] })
    window.scrollTo({ top: scrollY, behavior: 'instant' })
    document.adoptedStyleSheets = []
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('  ')}`)
  }, runOnly)
  expect(violations).toEqual([])
}

/** What another width can change on a page that is accessible otherwise: what is seen, and how large it is. */
export async function expectAccessibleAt(page: Page, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport)
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'target-size'] })
}

/** After a change of the width: media queries follow it a moment later. */
export const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0)

/** Waits until React has taken over the page, so that clicks do what they will do. */
export const untilAlive = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    const key = root && Object.keys(root).find((name) => name.startsWith('__reactContainer'))
    if (!key) return false
    const { stateNode } = (root as unknown as Record<string, { stateNode: ReactRoot }>)[key]!
    return !stateNode.current.memoizedState.isDehydrated
  })

type ReactRoot = { current: { memoizedState: { isDehydrated: boolean } } }

/** A page that its own script has begun to bring alive; not a mail, a file or a page without JavaScript. */
const isComingAlive = (page: Page) =>
  page.evaluate(() => 'seen' in document.documentElement.dataset && document.getElementById('root') !== null)

/** For what is counted or must keep its place: what others buy meanwhile is not told to this page. */
export const withoutNews = (page: Page) =>
  page.route('**/api/live?*', (route) => route.fulfill({ status: 204 }))

/** True where a person could click: nothing lies over it. */
export const isUncovered = (page: Page, selector: string) =>
  page.locator(selector).first().click({ trial: true, timeout: 8000 })
