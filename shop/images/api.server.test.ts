import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { shownPictures } from '~/app/wiring/workers.server.ts'
import { hours } from '~/platform/time.ts'
import { aGif, aJpegFromAPhone, aPictureBomb, aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { deleteUnusedImages } from './claim.server.ts'

let shop: TestShop
let admin: Record<string, string>
let customer: Record<string, string>

beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@images.example', admin: true })).headers
  customer = (await signedIn(shop, { email: 'customer@images.example' })).headers
})

async function upload(bytes: Buffer | string, { name = 'photo.png', headers = admin, field = 'image' } = {}) {
  const form = new FormData()
  form.append(field, new File([bytes as BlobPart], name))
  const answer = await fetch(`${shop.url}/api/images`, { method: 'POST', body: form, headers })
  return { status: answer.status, body: await answer.json() }
}

describe('a picture that is sent in', () => {
  test('comes out in three widths as WebP and AVIF, to be cached for ever and never run', async () => {
    const { status, body } = await upload(await aPng(2000, 1500))
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: { url: expect.stringMatching(/^\/images\/[0-9a-f]{40}-1200\.webp$/) },
    })
    for (const width of [320, 600, 1200])
      for (const format of ['webp', 'avif']) {
        const copy = await shop.get(body.data.url.replace('1200.webp', `${width}.${format}`))
        expect(copy.status).toBe(200)
        expect(copy.headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        expect((await sharp(copy.bytes).metadata()).width).toBe(width)
      }
  })

  test('from a phone stands upright and no longer knows the place, the phone or anything else', async () => {
    const jpeg = await aJpegFromAPhone()
    expect(jpeg.includes('SecretPhone')).toBe(true)
    const { body } = await upload(jpeg, { name: 'photo.jpg' })
    const copy = await shop.get(body.data.url)
    const { exif, xmp, iptc, icc, width, height } = await sharp(copy.bytes).metadata()
    expect({ exif, xmp, iptc, icc }).toEqual({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      icc: undefined,
    })
    expect({ width, height }).toEqual({ width: 400, height: 800 })
    expect(copy.bytes.includes('SecretPhone')).toBe(false)
  })

  test('has the same address when it is sent in twice', async () => {
    const png = await aPng(50, 50)
    const [first, second] = await Promise.all([upload(png), upload(png)])
    expect(first.body.data.url).toBe(second.body.data.url)
  })

  test('may be a GIF, of which the first frame is used', async () => {
    expect((await upload(await aGif())).status).toBe(200)
  })
})

describe('what is no picture of a sensible size is refused', () => {
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a text named .png', 'just words'],
    ['a PDF', '%PDF-1.7'],
    ['a zip', 'PK\x03\x04'],
    ['nothing', ''],
  ])('%s with 415', async (_what, bytes) => {
    const { status, body } = await upload(bytes)
    expect(status).toBe(415)
    expect(body.message).toBe('Only PNG, JPEG, WebP, AVIF and GIF pictures can be used.')
  })

  test('a script that begins like a GIF with 422', async () => {
    expect((await upload('GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)')).status).toBe(422)
  })

  test('a PNG of 256 megapixels in a small file with 422', async () => {
    const bomb = aPictureBomb()
    expect(bomb.length).toBeLessThan(300_000)
    const { status, body } = await upload(bomb)
    expect(status).toBe(422)
    expect(body.message).toContain('16000 by 16000')
  })

  test('6 MB with 413', async () => {
    const { status, body } = await upload(Buffer.concat([await aPng(), Buffer.alloc(6_000_000)]))
    expect(status).toBe(413)
    expect(body.message).toBe('The file is larger than 5 MiB.')
  })

  test('two files, or a file in another field, with 422', async () => {
    const form = new FormData()
    for (const name of ['a.png', 'b.png']) form.append('image', new File([(await aPng()) as BlobPart], name))
    const answer = await fetch(`${shop.url}/api/images`, { method: 'POST', body: form, headers: admin })
    expect(answer.status).toBe(422)
    expect((await upload(await aPng(), { field: 'other' })).status).toBe(422)
  })

  test('a form cut short with 400', async () => {
    const headers = { ...admin, 'content-type': 'multipart/form-data; boundary=x' }
    const body = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc'
    expect((await shop.send('/api/images', { method: 'POST', headers, body })).status).toBe(400)
    const without = { ...admin, 'content-type': 'multipart/form-data' }
    expect((await shop.send('/api/images', { method: 'POST', headers: without, body })).status).toBe(400)
  })
})

test('only an admin sends pictures in', async () => {
  expect((await upload(await aPng(), { headers: {} })).status).toBe(401)
  expect((await upload(await aPng(), { headers: customer })).status).toBe(403)
})

test('no other endpoint takes a form with files', async () => {
  const form = new FormData()
  form.append('image', new File(['x'], 'x'))
  const answer = await fetch(`${shop.url}/api/contact`, { method: 'POST', body: form })
  expect(answer.status).toBe(415)
})

test.each(['/images/..%2fsecret', '/images/x.svg', `/images/${'0'.repeat(40)}-1200.webp`, '/images/%00'])(
  'nothing is found at %s',
  async (path) => {
    expect((await shop.get(path)).status).toBeGreaterThanOrEqual(400)
    expect((await shop.get(path)).status).toBeLessThan(500)
  },
)

test('a picture that nothing shows is gone after a day, one that a product or an order shows stays', async () => {
  const unused = (await upload(await aPng(30, 30))).body.data.url
  const used = (await upload(await aPng(31, 31))).body.data.url
  const ordered = (await upload(await aPng(32, 32))).body.data.url
  const shows = (image: string) =>
    shop.db.updateTable('products').set({ image }).where('id', '=', 'brake-disc').execute()
  await shows(ordered)
  const { price, orderQty } = (await shop.get('/api/service/brake-disc')).json()
  const orderBody = { productId: 'brake-disc', quantity: orderQty, size: 'M', price: price * orderQty }
  expect((await shop.post('/api/orders', orderBody, customer)).status).toBe(200)
  await shows(used)
  await deleteUnusedImages(shop.database, shownPictures(shop.database))
  const ids = async () => (await shop.db.selectFrom('images').select('id').execute()).map(({ id }) => id)
  expect(await ids()).toContain(unused.slice(8, 48))
  for (const later of [25, 50])
    await deleteUnusedImages(shop.database, shownPictures(shop.database), Date.now() + hours(later))
  const stored = [used, ordered].map((url) => url.slice(8, 48)).sort()
  expect((await ids()).sort()).toEqual(stored)
  const copies = await shop.db.selectFrom('image_copies').select('image_id').distinct().execute()
  expect(copies.map(({ image_id }) => image_id).sort()).toEqual(stored)
})

describe('a picture named by its address', () => {
  test('is fetched and stored like an upload', async () => {
    const host = await aHost(await aPng(40, 40))
    const open = await aShop({}, { reach: { address: (ip) => ip === '127.0.0.1', port: () => true } })
    const { headers } = await signedIn(open, { email: 'admin@images.example', admin: true })
    const answer = await open.post('/api/images', { url: `${host}/a.png` }, headers)
    expect(answer.status).toBe(200)
    expect((await open.get(answer.json().data.url)).status).toBe(200)
  })

  test.each([
    'http://127.0.0.1/a.png',
    'http://[::1]/a.png',
    'http://169.254.169.254/',
    'file:///etc/passwd',
  ])('is not fetched from %s', async (url) => {
    const answer = await shop.post('/api/images', { url }, admin)
    expect(answer.status).toBe(422)
    expect(answer.json().reason).toBe('cannot_fetch')
  })
})

async function aHost(bytes: Buffer) {
  const server = createServer((_request, response) => response.end(bytes))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
