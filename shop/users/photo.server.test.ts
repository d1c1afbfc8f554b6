import { beforeAll, expect, test } from 'vitest'
import { shownPictures } from '~/app/wiring/workers.server.ts'
import { hours } from '~/platform/time.ts'
import { deleteUnusedImages } from '~/shop/images/claim.server.ts'
import { aJpegFromAPhone, aPictureBomb, aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let ada: Person
let boss: Person

beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  ada = await signedIn(shop, { email: 'ada@example.com' })
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
})

const photoOf = ({ email }: Person) => `/api/profile/${email}/photo`
async function show(whose: Person, bytes: Buffer | string, headers: Record<string, string> = whose.headers) {
  const form = new FormData()
  form.append('image', new File([bytes as BlobPart], 'me.png'))
  const answer = await fetch(shop.url + photoOf(whose), { method: 'POST', body: form, headers })
  return { status: answer.status, body: await answer.json() }
}
const shown = async () => (await shop.get(`/admin/${ada.email}`, ada.headers)).json().photo

test('a person shows a picture, another one, and none again; what is no longer shown is forgotten', async () => {
  const review = { reviewText: 'Fits', rating: 5 }
  await shop.post('/api/review', review, ada.headers)
  const first = await show(ada, await aJpegFromAPhone())
  expect([first.status, first.body.success]).toEqual([200, true])
  expect(await shown()).toBe(first.body.data.url)
  const copy = await shop.get(first.body.data.url)
  expect([copy.status, copy.bytes.includes('SecretPhone')]).toEqual([200, false])

  const second = await show(ada, await aPng(70, 70))
  expect(await shown()).toBe(second.body.data.url)
  expect((await shop.get('/api/reviews')).json()[0].author.photo).toBe(second.body.data.url)
  await deleteUnusedImages(shop.database, shownPictures(shop.database), Date.now() + hours(25))
  const stored = await shop.db.selectFrom('images').select('id').execute()
  expect(stored.map(({ id }) => `/images/${id}-1200.webp`)).toEqual([second.body.data.url])

  const gone = await shop.send(photoOf(ada), { method: 'DELETE', headers: ada.headers })
  expect(gone.json()).toEqual({ deletedCount: 1 })
  expect(await shown()).toBe(null)
  expect((await shop.get('/api/reviews')).json()[0].author.photo).toBe(null)
  await deleteUnusedImages(shop.database, shownPictures(shop.database), Date.now() + hours(25))
  expect(await shop.db.selectFrom('images').select('id').execute()).toEqual([])
})

test('what is no picture is refused, and nobody changes the picture of somebody else', async () => {
  expect((await show(ada, '<svg xmlns="http://www.w3.org/2000/svg"/>')).status).toBe(415)
  expect((await show(ada, aPictureBomb())).status).toBe(422)
  expect((await show(ada, await aPng(), {})).status).toBe(401)
  expect((await show(boss, await aPng(), ada.headers)).status).toBe(403)
  expect((await show(ada, await aPng(), boss.headers)).status).toBe(403)
  expect((await shop.send(photoOf(ada), { method: 'DELETE', headers: boss.headers })).status).toBe(403)
  expect(await shown()).toBe(null)
})
