import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { median } from './figures.mjs'
import { folder, startShop } from './servers.mjs'

const visits = 3
const paths = ['/', '/shop', '/login', '/services/brake-disc']

/** @typedef {{ lcp: number, blocked: number, shift: number, bytes: number, requests: number }} Seen */

/** What a visitor's browser sees of a first visit, with an empty cache and without a slowed-down line. */
export async function inTheBrowser() {
  const shop = await startShop({ DATA_DIR: join(folder, 'browser') })
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
  })
  const rows = []
  for (const path of paths) {
    /** @type {Seen[]} */
    const calm = []
    /** @type {Seen[]} */
    const covered = []
    await visit(browser, `${shop.url}${path}`, 'reduce')
    for (let n = 0; n < visits; n += 1) {
      calm.push(await visit(browser, `${shop.url}${path}`, 'reduce'))
      covered.push(await visit(browser, `${shop.url}${path}`, 'no-preference'))
    }
    const of = (/** @type {Seen[]} */ seen, /** @type {keyof Seen} */ what) =>
      median(seen.map((one) => one[what]))
    rows.push([
      path,
      `${Math.round(of(calm, 'lcp'))} ms`,
      `${Math.round(of(covered, 'lcp'))} ms`,
      `${Math.round(of(calm, 'blocked'))} ms`,
      of(calm, 'shift').toFixed(3),
      String(of(calm, 'requests')),
      `${Math.round(of(calm, 'bytes') / 1024)} KB`,
    ])
  }
  await browser.close()
  await shop.stop()
  return {
    title: 'In the browser',
    note: `Chromium, 412 px wide, empty cache, median of ${visits} visits; covered is with the spinners of a first visit.`,
    head: ['', 'largest paint', 'the same, covered', 'blocked', 'layout shift', 'requests', 'bytes'],
    rows,
  }
}

/** @param {import('@playwright/test').Browser} browser @param {string} url @param {'reduce' | 'no-preference'} reducedMotion */
async function visit(browser, url, reducedMotion) {
  const context = await browser.newContext({ reducedMotion, viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  let bytes = 0
  let requests = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await line.send('Network.enable')
  await page.addInitScript(watchPaints)
  await page.goto(url, { waitUntil: 'networkidle' })
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen)
  await context.close()
  return { .../** @type {{ lcp: number, blocked: number, shift: number }} */ (seen), bytes, requests }
}

/** Runs in the page. */
function watchPaints() {
  const seen = { lcp: 0, blocked: 0, shift: 0 }
  Object.assign(window, { seen })
  const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50)
  })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
}
