import { expect, test, untilAlive } from './fixtures.ts'

const kilobytes = (count: number) => count * 1000

const budgets = [
  { path: '/', most: 90 },
  { path: '/login', most: 110 },
]

for (const { path, most } of budgets)
  test(`${path} as the first page needs at most ${most} KB of JavaScript`, async ({ page, request }) => {
    await page.goto(path)
    await untilAlive(page)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    )
    expect(scripts.length).toBeGreaterThan(0)
    // The library of an identity provider that this shop does not use.
    expect(scripts.filter((script) => /firebase-\w/.test(script) && !/firebase-door/.test(script))).toEqual(
      [],
    )
    let total = 0
    for (const script of new Set(scripts)) {
      const answer = await request.get(script, { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers()['content-encoding']).toBe('br')
      total += Number(answer.headers()['content-length'])
    }
    console.log(`JavaScript of ${path} as the first page: ${(total / 1000).toFixed(1)} KB brotli`)
    expect(total).toBeLessThanOrEqual(kilobytes(most))
  })
