import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'

const rounds = 8

/** @typedef {{ url: string, authorization: string }} Shop */

/**
 * How long an admin waits for the rows of a table, in each of the shops; scripts and styles are in the browser's cache.
 * @param {Shop[]} shops @param {string[]} paths
 */
export async function drawingTimes(shops, paths) {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }),
  })
  /** @type {Map<string, { clicked: number[], loaded: number[] }>} */
  const times = new Map(paths.map((path) => [path, { clicked: [], loaded: [] }]))
  // One tab at a time, as an admin has it: two that are alive take the processor from one another.
  for (const shop of shops) {
    const page = await signedInTab(browser, shop)
    for (const [path, { clicked, loaded }] of times) {
      const waits = { clicked: Number.POSITIVE_INFINITY, loaded: Number.POSITIVE_INFINITY }
      for (let round = 0; round < rounds; round += 1) {
        await page.goto(`${shop.url}${path}`)
        const seen = await page.waitForFunction(() => /** @type {any} */ (window).drawnAt)
        // What others do on the machine disturbs the quickest time least.
        waits.loaded = Math.min(waits.loaded, Number(await seen.jsonValue()))
        await page.goto(`${shop.url}/dashboard`)
        await page.locator(`aside a[href="${path}"]`).waitFor()
        waits.clicked = Math.min(waits.clicked, await page.evaluate(openByMenu, path))
      }
      clicked.push(waits.clicked)
      loaded.push(waits.loaded)
    }
    await page.context().close()
  }
  await browser.close()
  return times
}

/** @param {import('@playwright/test').Browser} browser @param {Shop} shop */
async function signedInTab(browser, { url, authorization }) {
  // As the browser comes: for every preference that is played to it, it styles each page a second time when it leaves.
  const asItComes = { colorScheme: null, contrast: null, forcedColors: null, reducedMotion: null }
  const page = await (await browser.newContext(asItComes)).newPage()
  await page.addInitScript(tellWhenDrawn)
  await page.goto(`${url}/login`)
  const token = authorization.replace('Bearer ', '')
  await page.evaluate((stored) => localStorage.setItem('accessToken', stored), token)
  return page
}

/** Runs in the page: notes the first frame after the rows are there. */
function tellWhenDrawn() {
  const look = () => {
    if (document.querySelectorAll('main tbody tr, main li.panel').length < 20)
      return requestAnimationFrame(look)
    requestAnimationFrame(() => Object.assign(window, { drawnAt: performance.now() }))
  }
  requestAnimationFrame(look)
}

/** Runs in the page. @param {string} path @returns {Promise<number>} */
function openByMenu(path) {
  return new Promise((done) => {
    const startedAt = performance.now()
    const look = () => {
      if (document.querySelectorAll('main tbody tr, main li.panel').length < 20)
        return requestAnimationFrame(look)
      requestAnimationFrame(() => done(performance.now() - startedAt))
    }
    const link = /** @type {HTMLElement} */ (document.querySelector(`aside a[href="${path}"]`))
    link.click()
    requestAnimationFrame(look)
  })
}
