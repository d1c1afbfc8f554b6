import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '~/platform/time.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { fetchPictures } from './fetch-later.server.ts'

const reach = { address: (ip: string) => ip === '127.0.0.1', port: () => true }
let shop: TestShop
let headers: Record<string, string>
let host = ''
/** What the other host answers, by path; 503 for everything else. */
const answers = new Map<string, Buffer>()
const redirects = new Map<string, string>()
let asked: string[] = []

beforeAll(async () => {
  shop = await aShop({}, { reach })
  headers = (await signedIn(shop, { email: 'admin@later.example', admin: true })).headers
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const to = redirects.get(url)
    if (to) response.writeHead(302, { location: to }).end()
    else response.writeHead(answers.has(url) ? 200 : 503).end(answers.get(url))
  }).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

let count = 0
const aPart = (image: string) => ({
  productName: `Late picture ${++count}`,
  availableQty: 3,
  orderQty: 1,
  price: 5,
  productDescription: 'Text',
  image,
})
async function added(image: string) {
  const answer = await shop.post('/api/services', aPart(image), headers)
  expect(answer.status).toBe(200)
  return answer.json().insertedId as string
}
const shown = async (id: string) => (await shop.get(`/api/service/${id}`)).json()
const noteOf = async (id: string) => {
  const { productName } = await shown(id)
  const rows = (await shop.get(`/api/manage/services?q=${encodeURIComponent(productName)}`, headers)).json()
  return rows.find(({ _id }: { _id: string }) => _id === id).pictureNote as string | undefined
}
const fetchIn = (ms: number) => fetchPictures({ db: shop.db, reach }, Date.now() + ms)

describe('a picture that cannot be fetched now', () => {
  test('is taken by its address, has a drawing in its place, and is fetched later', async () => {
    const id = await added(`${host}/late.png`)
    const { image } = await shown(id)
    expect(image).toMatch(/^\/images\/[0-9a-f]{40}-1200\.webp$/)
    const before = await shop.get(image)
    expect(before.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
    expect(await noteOf(id)).toBe('Picture still to be fetched. It answers with status 503.')
    await fetchIn(minutes(2))
    answers.set('/late.png', await aPng(64, 48))
    // The pause after a failure grows.
    asked = []
    await fetchIn(minutes(3))
    expect(asked).toEqual([])
    await fetchIn(minutes(10))
    expect(asked).toEqual(['/late.png'])
    const after = await shop.get(image)
    expect(after.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await noteOf(id)).toBeUndefined()
    expect((await shown(id)).image).toBe(image)
  })

  test('is answered at once by the image-hosting call, which says so', async () => {
    const answer = await shop.post('/api/images', { url: `${host}/hosted.png` }, headers)
    expect(answer.json()).toEqual({
      success: true,
      data: { url: expect.stringMatching(/^\/images\//), isToCome: true },
    })
  })

  test('is given up after three days, and admins read why', async () => {
    const id = await added(`${host}/never.png`)
    for (let hour = 1; hour < 90; hour += 5) await fetchIn(hours(hour))
    expect(await noteOf(id)).toBe('Picture could not be fetched. It answers with status 503.')
    asked = []
    await fetchIn(hours(200))
    expect(asked).not.toContain('/never.png')
    expect((await shop.get((await shown(id)).image)).headers['content-type']).toBe('image/svg+xml')
  })

  test('is given up at once when it leads into a private network or is no picture', async () => {
    const [inside, text] = [await added(`${host}/inside.png`), await added(`${host}/text.png`)]
    redirects.set('/inside.png', 'http://10.0.0.1/')
    answers.set('/text.png', Buffer.from('no picture'))
    await fetchIn(minutes(2))
    expect(await noteOf(inside)).toBe('Picture could not be fetched. It leads into a private network.')
    expect(await noteOf(text)).toMatch(/^Picture could not be fetched\. /)
  })
})

test('a file of products names pictures by their addresses, which are fetched later', async () => {
  answers.set('/of-file.png', await aPng(32, 24))
  const head = 'productName,availableQty,orderQty,price,productDescription,image'
  const csv = `${head}\nPart of a list,3,1,5,Text,${host}/of-file.png`
  const send = (planKey?: string) => shop.post('/api/manage/services/import', { csv, planKey }, headers)
  const { planKey, problems } = (await send()).json()
  expect(problems).toEqual([])
  expect((await send(planKey)).json().applied).toBe(true)
  const [part] = (
    await shop.get('/api/manage/services?q=Part of a list'.replaceAll(' ', '%20'), headers)
  ).json()
  expect(part.pictureNote).toBe('Picture still to be fetched.')
  expect((await send()).json()).toMatchObject({ unchanged: 1, changes: [] })
  await fetchIn(minutes(1))
  expect((await shop.get(part.image)).headers['content-type']).toBe('image/webp')
  expect(csv).not.toContain(part.image)
})

test.each([
  ['http://user:word@93.184.216.34/a.png', 'It is not a plain web address.'],
  ['http://10.0.0.1/a.png', 'It leads into a private network.'],
])('a file may not name %s', async (address, why) => {
  const head = 'productName,availableQty,orderQty,price,productDescription,image'
  const csv = `${head}\nBad address,3,1,5,Text,${address}`
  const { problems } = (await shop.post('/api/manage/services/import', { csv }, headers)).json()
  expect(problems).toEqual([{ line: 2, message: `Image: The address cannot be used. ${why}` }])
})
