import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { shownPictures } from '~/app/wiring/workers.server.ts'
import { hours } from '~/platform/time.ts'
import { deleteUnusedImages } from '~/shop/images/claim.server.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const publicUrl = 'https://parts.example'
let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  const reach = { address: (ip: string) => ip === '127.0.0.1', port: () => true }
  shop = await aShop({ PUBLIC_URL: publicUrl }, { reach })
  admin = (await signedIn(shop, { email: 'admin@pictures.example', admin: true })).headers
})

const drawn = (name: string) => `/products/${name}-1200.webp`
const lines = (...addresses: string[]) => addresses.join('\n')

async function upload(width: number) {
  const form = new FormData()
  form.append('image', new File([(await aPng(width, 30)) as BlobPart], 'photo.png'))
  const answer = await fetch(`${shop.url}/api/images`, { method: 'POST', body: form, headers: admin })
  return (await answer.json()).data.url as string
}

let count = 0
const aPart = (fields: object) => ({
  productName: `Part with pictures ${++count}`,
  availableQty: 3,
  orderQty: 1,
  price: 12.5,
  productDescription: 'A part.',
  image: drawn('piston'),
  ...fields,
})
const add = (fields: object) => shop.post('/api/services', aPart(fields), admin)
async function added(fields: object) {
  const answer = await add(fields)
  expect([answer.status, answer.json()]).toEqual([200, { insertedId: expect.any(String) }])
  return answer.json().insertedId as string
}
const shown = async (id: string) => (await shop.get(`/api/service/${id}`)).json()
async function edit(id: string, fields: object) {
  const seen = await shown(id)
  const body = { ...seen, ...fields, seen }
  return shop.send(`/api/services/${id}/details`, { method: 'PUT', headers: admin, body })
}

test('a part has up to eight pictures in an order of its own, and the first is the one that older clients know', async () => {
  const more = Array.from({ length: 7 }, (_, n) => drawn(`view-${n}`))
  const id = await added({ morePictures: lines(...more) })
  expect(await shown(id)).toMatchObject({ image: drawn('piston'), morePictures: lines(...more) })
  const moved = { image: more[6], morePictures: lines(drawn('piston'), ...more.slice(0, 6)) }
  expect((await edit(id, moved)).json()).toEqual({ modifiedCount: 1 })
  expect(await shown(id)).toMatchObject(moved)
})

test.each([
  ['eight after the first', lines(...Array.from({ length: 8 }, (_, n) => drawn(`view-${n}`)))],
  ['a script', 'javascript:alert(1)'],
  ['words', 'no address'],
  ['a path of another kind', '/login'],
  ['an address without end', `https://parts.example/${'a'.repeat(3000)}`],
  ['a picture that was never sent', `/images/${'0'.repeat(40)}-1200.webp`],
])('%s is refused, by the field', async (_, morePictures) => {
  const answer = await add({ morePictures })
  expect([answer.status, answer.json().fields.morePictures]).toEqual([422, expect.any(String)])
})

test('a client that does not name them leaves them as they are, and one twice is shown once', async () => {
  const id = await added({
    numbers: 'Own: CP-1',
    morePictures: lines(drawn('battery'), drawn('battery'), drawn('radiator')),
  })
  const { morePictures, numbers, ...known } = await shown(id)
  expect(morePictures).toBe(lines(drawn('battery'), drawn('radiator')))
  const body = { ...known, price: 9, seen: known }
  await shop.send(`/api/services/${id}/details`, { method: 'PUT', headers: admin, body })
  expect(await shown(id)).toMatchObject({ price: 9, numbers: 'Own: CP-1', morePictures })
})

test('further pictures from elsewhere are copied', async () => {
  const picture = await aPng(64, 48)
  const host = createServer((request, response) =>
    response.end(request.url === '/a.png' ? picture : 'no picture'),
  ).unref()
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const id = await added({ morePictures: lines(drawn('battery'), `${address}/a.png`) })
  expect((await shown(id)).morePictures).toMatch(
    /^\/products\/battery-1200.webp\n\/images\/[0-9a-f]{40}-1200.webp$/,
  )
  const refused = await edit(id, { morePictures: `${address}/text` })
  expect([refused.status, refused.json().fields.morePictures]).toEqual([422, refused.json().message])
})

test('they stay as long as a part shows them, and are deleted a day after it no longer does', async () => {
  const [first, second, third] = [await upload(31), await upload(32), await upload(33)]
  const id = await added({ image: first, morePictures: lines(second!, third!) })
  const sweep = () => deleteUnusedImages(shop.database, shownPictures(shop.database), Date.now() + hours(25))
  await sweep()
  for (const address of [first, second, third]) expect((await shop.get(address!)).status).toBe(200)
  await edit(id, { morePictures: third })
  await sweep()
  const rows = await shop.db.selectFrom('images').select('id').execute()
  const stored = rows.map((row) => `/images/${row.id}-1200.webp`)
  expect([first, second, third].map((address) => stored.includes(address!))).toEqual([true, false, true])
})

test('a file takes pictures that the shop has, and addresses of others', async () => {
  const id = await added({ productName: 'Part of a file' })
  const preview = async (morePictures: string) => {
    const head = '_id,productName,availableQty,orderQty,price,productDescription,image,morePictures'
    const line = `${id},Part of a file,3,1,12.5,A part.,${drawn('piston')},"${morePictures}"`
    return (await shop.post('/api/manage/services/import', { csv: `${head}\n${line}` }, admin)).json()
  }
  const { problems, changes } = await preview(`${drawn('battery')} ${drawn('radiator')}`)
  const to = lines(drawn('battery'), drawn('radiator'))
  expect([problems, changes[0].changes]).toEqual([[], { morePictures: { from: '', to } }])
  const far = 'https://elsewhere.example/a.png'
  const farther = await preview(`${drawn('battery')} ${far}`)
  expect(farther.changes[0].changes).toEqual({ morePictures: { from: '', to: lines(drawn('battery'), far) } })
  expect((await preview('https://user:word@elsewhere.example/a.png')).problems).toHaveLength(1)
})

test('search engines read all of them', async () => {
  const id = await added({ category: 'gaskets', morePictures: drawn('battery') })
  const page = (await shop.get('/shop/engine/gaskets')).text
  const images = JSON.stringify([publicUrl + drawn('piston'), publicUrl + drawn('battery')])
  expect(page).toContain(`"url":"${publicUrl}/services/${id}","image":${images}`)
})
