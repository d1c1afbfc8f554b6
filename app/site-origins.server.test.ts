import { beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '~/test/people.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const origin = 'https://shop-front.example'
const host = 'https://api.carparts.example'
/** As a browser says it for a page of another site. */
const abroad = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const customer = { email: 'customer@carparts.example', password: 'Customer1234' }

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ PUBLIC_URL: host, SITE_ORIGINS: `${origin}, http://localhost:5173` })
})

const preflight = (of: TestShop, path: string, from: string) =>
  of.send(path, { method: 'OPTIONS', headers: { origin: from, 'access-control-request-method': 'PUT' } })

describe('a page of another site that SITE_ORIGINS names', () => {
  test('asks before it calls, and is told what it may send', async () => {
    const answer = await preflight(shop, '/api/orders', origin)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      vary: 'origin',
    })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('logs in, orders and reads refusals with a bearer token', async () => {
    const signIn = await shop.post('/identity/sign-in/email', customer, abroad)
    expect([signIn.status, signIn.headers['set-cookie']]).toEqual([200, undefined])
    const session = { ...abroad, ...bearer(signIn.json().token) }
    const identity = (await shop.get('/identity/token', session)).json().token
    const path = `/api/user/${customer.email}`
    const exchange = await shop.send(path, {
      method: 'PUT',
      body: { email: customer.email },
      headers: { ...abroad, ...bearer(identity) },
    })
    const headers = { ...abroad, ...bearer(exchange.json().token) }
    const part = (await shop.get('/api/service/oil-filter', abroad)).json()
    const body = {
      productId: part._id,
      quantity: part.orderQty,
      size: 'M',
      price: part.price * part.orderQty,
    }
    const ordered = await shop.post('/api/orders', { ...body, image: part.image }, headers)
    expect([ordered.status, ordered.headers['access-control-allow-origin']]).toEqual([200, origin])
    const refused = await shop.post('/api/orders', { ...body, price: 1 }, headers)
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([409, origin])
  })

  test('is shown pictures by whole addresses, which it may send back', async () => {
    const { headers: token } = await signedIn(shop, { email: 'admin@abroad.example', admin: true })
    const headers = { ...abroad, ...token }
    const form =
      '--cut\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
    const stored = await shop.send('/api/images', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=cut' },
      body: Buffer.concat([Buffer.from(form), await aPng(16, 12), Buffer.from('\r\n--cut--\r\n')]),
    })
    const image = stored.json().data.url as string
    expect(image).toMatch(/^https:\/\/api\.carparts\.example\/images\/[0-9a-f]{40}-1200\.webp$/)
    const picture = await shop.get(new URL(image).pathname)
    expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin')
    const added = await shop.post(
      '/api/services',
      {
        productName: 'Part from abroad',
        availableQty: 1,
        orderQty: 1,
        price: 5,
        productDescription: 'Text',
        image,
        morePictures: `${host}/products/piston-1200.webp\n${host}/products/battery-1200.webp`,
      },
      headers,
    )
    const id = added.json().insertedId
    const here = (await shop.get(`/api/service/${id}`)).json()
    expect(here).toMatchObject({ image: new URL(image).pathname, morePictures: expect.stringMatching(/^\//) })
    expect((await shop.get(`/api/service/${id}`, abroad)).json()).toMatchObject({
      image,
      morePictures: `${host}/products/piston-1200.webp\n${host}/products/battery-1200.webp`,
    })
  })

  test('and our own pages never get each other’s cached answers', async () => {
    const imagesOf = async (headers: Record<string, string>) => {
      const answer = await shop.get('/api/services', headers)
      expect(answer.headers.vary).toBe('accept-encoding, origin')
      const isWhole = (answer.json() as { image: string }[]).map(({ image }) => image.startsWith(host))
      return [answer.headers['access-control-allow-origin'], new Set(isWhole)]
    }
    for (let n = 0; n < 2; n += 1) {
      expect(await imagesOf({})).toEqual([undefined, new Set([false])])
      expect(await imagesOf(abroad)).toEqual([origin, new Set([true])])
      expect(await imagesOf({ origin: 'http://localhost:5173' })).toEqual([
        'http://localhost:5173',
        new Set([true]),
      ])
    }
  })

  test('is nobody by its cookies', async () => {
    const signIn = await shop.post('/identity/sign-in/email', customer)
    const [cookie = ''] = String(signIn.headers['set-cookie']).split(';')
    expect((await shop.get('/identity/token', { cookie })).status).toBe(200)
    expect((await shop.get('/identity/token', { ...abroad, cookie })).status).toBe(401)
  })
})

test('a page of any other site is told nothing, and without SITE_ORIGINS every other site is one', async () => {
  const closed = await aShop()
  for (const [of, from] of [
    [shop, 'https://evil.example'],
    [shop, `${origin}.evil.example`],
    [shop, 'null'],
    [closed, origin],
  ] as const) {
    const asked = await preflight(of, '/api/orders', from)
    const list = await of.get('/api/services?page=1&limit=1', { origin: from })
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([405, undefined])
    expect([list.status, list.headers['access-control-allow-origin']]).toEqual([200, undefined])
  }
  expect((await closed.get('/api/services')).headers.vary).toBe('accept-encoding')
})
