import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { fillProduct } from './product-form.ts'
import { signIn } from './sign-in.ts'

const drawn = (name: string) => `/products/${name}-1200.webp`
const file = (name: string) => ({
  name: `${name}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, `../public/products/${name}-600.webp`)),
})

async function aPart(page: Page, productName: string, morePictures: string[]) {
  const token = await signIn(page, demoAdmin)
  const answer = await page.request.post('/api/services', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      productName,
      availableQty: 3,
      orderQty: 1,
      price: 12.5,
      productDescription: 'A part with pictures.',
      image: drawn('brake-disc'),
      morePictures: morePictures.join('\n'),
    },
  })
  return (await answer.json()).insertedId as string
}
const partNow = async (page: Page, id: string) => (await page.request.get(`/api/service/${id}`)).json()

/** Whether it is the one in sight, and not beside the frame. */
const expectInSight = (picture: Locator) => expect(picture).toBeInViewport({ ratio: 0.6 })

test('the pictures of a part are turned by buttons, keys and thumbnails, and enlarged', async ({ page }) => {
  const id = await aPart(page, 'Part to look at', [drawn('piston'), drawn('battery')])
  await page.goto(`/services/${id}`)
  const gallery = page.getByRole('region', { name: 'Pictures of Part to look at' })
  const [first, second, third] = [
    'Part to look at',
    'Part to look at, picture 2',
    'Part to look at, picture 3',
  ].map((name) => gallery.getByRole('img', { name, exact: true })) as [Locator, Locator, Locator]
  await expectInSight(first)
  await expect(gallery.getByRole('status')).toHaveText('Picture 1 /of 3')
  await expectAccessibleInBothThemes(page)

  await gallery.getByRole('button', { name: 'Next picture' }).click()
  await expectInSight(second)
  await expect(gallery.getByRole('status')).toHaveText('Picture 2 /of 3')
  await page.keyboard.press('ArrowRight')
  await expectInSight(third)
  await expect(gallery.getByRole('button', { name: 'Picture 3 of 3' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await gallery.getByRole('button', { name: 'Picture 2 of 3' }).click()
  await expectInSight(second)

  const enlarge = gallery.getByRole('button', { name: 'Enlarge picture' })
  await enlarge.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pictures of Part to look at' })
  const large = dialog.getByRole('img', { name: 'Part to look at, picture 2', exact: true })
  await expectInSight(large)
  const width = async () => (await large.boundingBox())!.width
  const fitting = await width()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBe(fitting * 2)
  await expectAccessible(page)
  const left = async () => (await large.boundingBox())!.x
  const before = await left()
  // What was in the middle stays there.
  expect(before).toBe(-fitting / 2)
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await page.keyboard.press('+')
  await expect.poll(width).toBe(fitting * 2)
  await page.keyboard.press('-')
  await expect.poll(width).toBe(fitting)
  await page.keyboard.press('ArrowRight')
  await expectInSight(dialog.getByRole('img', { name: 'Part to look at, picture 3', exact: true }))
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await expectInSight(large)
  await page.keyboard.press('ArrowRight')
  await expectInSight(dialog.getByRole('img', { name: 'Part to look at, picture 3', exact: true }))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()
  await expectInSight(third)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })
  test('pictures are swiped', async ({ page }) => {
    const id = await aPart(page, 'Part to swipe', [drawn('piston')])
    await page.goto(`/services/${id}`)
    const gallery = page.getByRole('region', { name: 'Pictures of Part to swipe' })
    const box = (await gallery.getByRole('list').first().boundingBox())!
    const browser = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...across: number[]) =>
      browser.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: across.map((part) => ({ x: box.x + box.width * part, y: box.y + box.height / 2 })),
      })
    const across = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    async function swipe([from, ...places]: number[]) {
      await touch('touchStart', from!)
      for (const place of places) await touch('touchMove', place)
      await touch('touchEnd')
    }
    await swipe(across.toReversed())
    await expectInSight(gallery.getByRole('img', { name: 'Part to swipe, picture 2' }))
    await swipe(across)
    const count = gallery.getByRole('status')
    await expect(count).toHaveText('Picture 1 /of 2')
    // Pictures have measures written in them, which nothing may cover.
    expect((await count.boundingBox())!.y).toBeGreaterThan(box.y + box.height)
    await expectInSight(gallery.getByRole('img', { name: 'Part to swipe', exact: true }))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

test('an admin adds pictures, and puts them in order by keyboard and by dragging', async ({ page }) => {
  const id = await aPart(page, 'Part to arrange', [])
  await page.goto(`/services/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  const pictures = page.getByRole('group', { name: 'Pictures' })
  await pictures.getByLabel('Picture file').setInputFiles([file('piston'), file('battery')])
  await expect(pictures.getByRole('button', { name: 'Remove picture 3' })).toBeVisible()
  const rows = pictures.getByRole('listitem')
  await expect(rows.locator('img[src^="/"]')).toHaveCount(3)
  const order = () => rows.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const [disc, piston, battery] = await order()

  await pictures.getByRole('button', { name: 'Move picture 3 earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([disc, battery, piston])
  await expect(pictures.getByRole('button', { name: 'Move picture 2 earlier' })).toBeFocused()
  await expect(pictures.getByText('Now picture 2 of 3')).toBeAttached()
  await pictures.getByRole('button', { name: 'Move picture 1 later' }).click()
  await expect.poll(order).toEqual([battery, disc, piston])
  await pictures.getByRole('button', { name: 'Move picture 2 earlier' }).click()
  await rows.nth(2).dragTo(rows.nth(0))
  await expect.poll(order).toEqual([piston, disc, battery])
  await expectAccessible(page)

  await pictures.getByRole('button', { name: 'Remove picture 3' }).click()
  await expect(pictures.getByRole('button', { name: 'Remove picture 2' })).toBeFocused()
  await pictures.getByLabel('Picture file').setInputFiles({ ...file('piston'), buffer: Buffer.from('words') })
  await expect(pictures.getByText('piston.webp: Only PNG')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Part to arrange saved')).toBeVisible()
  const { image, morePictures } = await partNow(page, id)
  expect([image, morePictures]).toEqual([piston!.replace('-320.', '-1200.'), drawn('brake-disc')])
})

test('a new product has its further pictures at once', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/addProduct')
  await fillProduct(page, 'Part with two pictures')
  await page.getByLabel('Picture file').setInputFiles(file('piston'))
  await page.getByLabel('Picture file').setInputFiles(file('battery'))
  await expect(page.getByRole('button', { name: 'Remove picture 2' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove picture 2' })).toBeHidden()
  const [part] = await (await page.request.get('/api/services?q=part+with+two+pictures')).json()
  expect(part.morePictures).toMatch(/^\/images\/[0-9a-f]{40}-1200\.webp$/)
})
