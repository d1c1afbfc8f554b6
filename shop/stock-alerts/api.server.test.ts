import { beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '~/shop/identity/demo-accounts.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { logIn } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { mostAlerts } from './contract.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ SMTP_URL: 'smtp://127.0.0.1:9' })
  admin = (await logIn(shop, demoAccounts[0])).headers
})
const somebody = () => signedIn(shop, { email: `${crypto.randomUUID()}@people.example` })
const alert = (id: string, method: string, headers: Record<string, string>) =>
  shop.send(`/api/service/${id}/alert`, { method, headers })
const mailsTo = async (email: string) =>
  await shop.db.selectFrom('mails').select(['subject', 'body']).where('recipient', '=', email).execute()
const restock = (id: string, availableQty: number) =>
  shop.send(`/api/services/${id}`, { method: 'PUT', body: { availableQty }, headers: admin })

test('a customer asks for a part that is out, and gets one mail when it can be ordered', async () => {
  const part = await aProduct(shop, { name: 'Rear lamp', availableQty: 0, orderQty: 4 })
  const [ada, bob] = [await somebody(), await somebody()]
  expect((await alert(part.id, 'GET', ada.headers)).json()).toEqual({ isAsked: false })
  for (const { headers } of [ada, ada, bob]) expect((await alert(part.id, 'PUT', headers)).status).toBe(200)
  expect((await alert(part.id, 'GET', ada.headers)).json()).toEqual({ isAsked: true })
  expect((await alert(part.id, 'DELETE', bob.headers)).json()).toEqual({ isAsked: false })

  await restock(part.id, 3)
  await shop.workers.stockAlerts.wake()
  expect(await mailsTo(ada.email)).toEqual([])

  await restock(part.id, 8)
  await Promise.all([shop.workers.stockAlerts.wake(), shop.workers.stockAlerts.wake()])
  const mails = await mailsTo(ada.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Rear lamp is back'])
  expect(mails[0]!.body).toContain(`/services/${part.id}`)
  expect(await mailsTo(bob.email)).toEqual([])
  expect((await alert(part.id, 'GET', ada.headers)).json()).toEqual({ isAsked: false })
})

test('everybody who waits gets a mail, however many they are', async () => {
  const part = await aProduct(shop, { availableQty: 0 })
  const rows = Array.from({ length: 230 }, (_, n) => ({
    product_id: part.id,
    customer_id: `waits-${n}`,
    email: `waits-${n}@people.example`,
    created_at: new Date().toISOString(),
  }))
  await shop.db.insertInto('stock_alerts').values(rows).execute()
  await restock(part.id, 1)
  await shop.workers.stockAlerts.wake()
  const { sent } = await shop.db
    .selectFrom('mails')
    .select((of) => of.fn.count<number>('id').distinct().as('sent'))
    .where('recipient', 'like', 'waits-%')
    .executeTakeFirstOrThrow()
  expect(Number(sent)).toBe(230)
})

test('a part that can be ordered, an unknown one and an admin are refused with a sentence', async () => {
  const { headers } = await somebody()
  const there = await aProduct(shop)
  const out = await aProduct(shop, { availableQty: 0 })
  const refused = [
    await alert(there.id, 'PUT', headers),
    await alert('no-such-part', 'PUT', headers),
    await alert(out.id, 'PUT', admin),
    await alert(out.id, 'PUT', {}),
  ]
  expect(refused.map((answer) => [answer.status, answer.json().message])).toEqual([
    [409, 'This part can be ordered now.'],
    [404, 'There is no such product.'],
    [403, 'Staff see what is out of stock in Manage Products.'],
    [401, expect.any(String)],
  ])
})

test('nobody waits for more than fifty parts, not even by asking for all at once', async () => {
  const { headers } = await somebody()
  const parts = await Promise.all(
    Array.from({ length: mostAlerts + 2 }, () => aProduct(shop, { availableQty: 0 })),
  )
  const answers = await Promise.all(parts.map(({ id }) => alert(id, 'PUT', headers)))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
  expect(answers.find(({ status }) => status === 422)!.json().message).toBe(
    'You wait for 50 parts already. Take one back first.',
  )
})

test('a part that is deleted is waited for by nobody', async () => {
  const part = await aProduct(shop, { availableQty: 0 })
  const { headers } = await somebody()
  await alert(part.id, 'PUT', headers)
  expect((await shop.send(`/api/services/${part.id}`, { method: 'DELETE', headers: admin })).status).toBe(200)
  expect((await alert(part.id, 'GET', headers)).status).toBe(404)
  const waiting = shop.db.selectFrom('stock_alerts').selectAll().where('product_id', '=', part.id)
  expect(await waiting.execute()).toEqual([])
})
