import { expect, test, untilAlive } from './fixtures.ts'

const kilobytes = (count: number) => count * 1000

const budgets = [
  { path: '/', most: 105 },
  { path: '/shop', most: 135 },
  { path: '/login', most: 110 },
  // Of a visitor: nothing of what admins need is among it.
  { path: '/services/brake-disc', most: 160 },
]

for (const { path, most } of budgets)
  test(`${path} as the first page needs at most ${most} KB of JavaScript`, async ({ page, request }) => {
    await page.goto(path)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    )
    expect(scripts.length).toBeGreaterThan(0)
    // The library of an identity provider that this shop does not use.
    expect(scripts.filter((script) => script.includes('firebase'))).toEqual([])
    let total = 0
    for (const script of new Set(scripts)) {
      const answer = await request.get(script, { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers()['content-encoding']).toBe('br')
      total += Number(answer.headers()['content-length'])
    }
    console.log(`JavaScript of ${path} as the first page: ${(total / 1000).toFixed(1)} KB brotli`)
    expect(total).toBeLessThanOrEqual(kilobytes(most))
  })

const weights = [
  // Its texts are the owner's, and travel as data beside the page; while others order it is compressed quicker, to 3 KB more.
  { path: '/', requests: 9, most: 248 },
  { path: '/shop', requests: 12, most: 280 },
  { path: '/blogs', requests: 9, most: 230 },
  { path: '/contact', requests: 7, most: 220 },
  { path: '/login', requests: 11, most: 230 },
]

test('a first visit on a phone needs few requests and few bytes', async ({ browser }) => {
  for (const { path, requests, most } of weights) {
    // A context of its own, so that nothing is known from the page before.
    const visitor = await browser.newContext({
      baseURL: process.env.E2E_URL!,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    })
    const page = await visitor.newPage()
    const line = await visitor.newCDPSession(page)
    const urls = new Map<string, string>()
    const sizes = new Map<string, number>()
    line.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sizes.set(urls.get(requestId)!, encodedDataLength),
    )
    await line.send('Network.enable')
    // Others order meanwhile, and news of that makes the page ask again.
    await line.send('Network.setBlockedURLs', { urls: ['*/api/live*'] })
    await page.goto(path, { waitUntil: 'load' })
    await untilAlive(page)
    // How far ahead of the visitor pictures are loaded is the browser's choice, and differs from one to the next.
    const ahead = await page
      .locator('img[loading=lazy]')
      .evaluateAll((pictures) => (pictures as HTMLImageElement[]).map(({ currentSrc }) => currentSrc))
    for (const picture of ahead) sizes.delete(picture)
    const seen = { requests: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) }
    console.log(`${path}: ${seen.requests} requests, ${(seen.bytes / 1000).toFixed(0)} KB`)
    expect(seen.requests, path).toBeGreaterThan(3)
    expect(seen.requests, path).toBeLessThanOrEqual(requests)
    expect(seen.bytes, path).toBeLessThanOrEqual(kilobytes(most))
    await visitor.close()
  }
})

test('nothing jumps when a visitor of a private page is sent to the log-in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services/brake-disc')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await untilAlive(page)
  const shift = await page.evaluate(async () => {
    // The last frame that was drawn is counted in the next.
    for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer
      .takeRecords()
      .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)
  })
  console.log(`Layout shift of /services/brake-disc on the way to the log-in: ${shift.toFixed(3)}`)
  expect(shift).toBeLessThan(0.05)
})
