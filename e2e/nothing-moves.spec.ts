import { atLength, expect, test } from './fixtures.ts'

const viewports = [
  { width: 360, height: 740 },
  { width: 768, height: 1024, repeats: atLength },
  { width: 1024, height: 768, repeats: atLength },
  { width: 1440, height: 900 },
]

for (const javaScriptEnabled of [true, false])
  for (const { repeats = {}, ...viewport } of viewports) {
    const title = `${viewport.width} px wide, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`
    test.describe(title, repeats, () => {
      test.use({ viewport, javaScriptEnabled })

      test('a first scroll moves nothing, and the click at its end arrives', async ({ page }) => {
        await page.goto('/', { waitUntil: 'domcontentloaded' })
        const placeOfButton = () =>
          page.getByRole('button', { name: 'Subscribe' }).evaluate((button) => {
            const { left, top, width, height } = button.getBoundingClientRect()
            return { x: left + width / 2, y: top + scrollY + height / 2, page: document.body.scrollHeight }
          })
        const before = await placeOfButton()
        await page.mouse.move(before.x, viewport.height / 2)
        await page.mouse.wheel(0, before.y - viewport.height / 2)
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
        expect(await placeOfButton()).toEqual(before)
        // Not by a locator's click, which waits until what moves has come to rest.
        await page.mouse.down()
        await page.mouse.up()
        // What is missing is asked for at its field, by the script or by the browser.
        await expect(page.getByLabel('Email')).toBeFocused()
      })
    })
  }
