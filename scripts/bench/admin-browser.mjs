import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.mjs'

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
  const tabs = await Promise.all(shops.map((shop) => signedInTab(browser, shop)))
  /** @type {Map<string, { clicked: number[], loaded: number[] }>} */
  const times = new Map()
  for (const path of paths) {
    const clicked = tabs.map(() => Number.POSITIVE_INFINITY)
    const loaded = [...clicked]
    for (let round = 0; round < rounds; round += 1)
      for (const [n, { page, url }] of tabs.entries()) {
        await page.goto(`${url}${path}`)
        const seen = await page.waitForFunction(() => /** @type {any} */ (window).drawnAt)
        // What others do on the machine disturbs the quickest time least.
        loaded[n] = Math.min(loaded[n] ?? 0, Number(await seen.jsonValue()))
        await page.goto(`${url}/dashboard`)
        await page.locator(`aside a[href="${path}"]`).waitFor()
        clicked[n] = Math.min(clicked[n] ?? 0, await page.evaluate(openByMenu, path))
      }
    times.set(path, { clicked, loaded })
  }
  await browser.close()
  return times
}

/** @param {import('@playwright/test').Browser} browser @param {Shop} shop */
async function signedInTab(browser, { url, authorization }) {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await page.addInitScript(tellWhenDrawn)
  await page.goto(`${url}/login`)
  const token = authorization.replace('Bearer ', '')
  await page.evaluate((kept) => localStorage.setItem('accessToken', kept), token)
  return { page, url }
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
