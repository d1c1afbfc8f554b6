import { beforeAll, expect, test, vi } from 'vitest'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { aMailServer } from '~/test/mail-server.mjs'
import { letMailsBeDue, mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let people = 0
const owner = 'owner@mails.example'
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', SHOP_EMAIL: owner, PUBLIC_URL: 'https://shop.example' })
  admin = await signedIn(shop, { email: 'admin@mails.example', admin: true })
})

const somebody = () => signedIn(shop, { email: `buyer-${++people}@mails.example` })
const subjects = (mails: string[]) => mails.map((mail) => /^Subject: (.*?)( - Car Parts)?$/m.exec(mail)![1])
async function ordered(who: Person, priceCents = 2500) {
  const { id, price, name } = await aProduct(shop, { priceCents })
  const body = { productId: id, quantity: 1, size: 'M', ...(price && { price }) }
  return { id: (await shop.post('/api/orders', body, who.headers)).json().insertedId as string, name }
}
async function pay(who: Person, id: string) {
  const buyer = await buyerPayments(shop)
  const started = await buyer.start(who, id)
  await buyer.confirmCard(started)
  // The browser and the webhook report the same payment.
  await Promise.all([buyer.confirmPayment(who, id, started.transactionId), buyer.deliverWebhooks()])
}
const address = { name: 'Ada', street: 'Mill Lane 1', town: 'Bath', country: 'UK' }
const setAddress = (who: Person, id: string) =>
  shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: address, headers: who.headers })
const step = (path: string, body: object = {}) => shop.post(`/api/parcels/${path}`, body, admin.headers)

test('an order that is not paid within minutes is asked for its payment; one that is paid or cancelled before is not', async () => {
  const [late, paid, cancelled] = [await somebody(), await somebody(), await somebody()]
  const { id, name } = await ordered(late)
  await pay(paid, (await ordered(paid)).id)
  const other = await ordered(cancelled)
  await shop.send(`/api/orders/${other.id}`, { method: 'DELETE', headers: cancelled.headers })
  expect(await mailsTo(shop, late.email)).toEqual([])
  await letMailsBeDue(shop)
  const [asked] = await mailsTo(shop, late.email)
  expect(asked).toContain('Subject: We have your order')
  expect(asked).toContain(`1 x ${name}, size M (order ${id.slice(-8).toUpperCase()})`)
  expect(asked).toContain('It comes to $25.00, delivery included.')
  expect(asked).toMatch(/We keep it for you until \w+ \d+, \d{4}, \d\d:\d\d UTC; please pay by then/)
  expect(subjects(await mailsTo(shop, paid.email))).toEqual(['Your order is paid'])
  expect(subjects(await mailsTo(shop, cancelled.email))).toEqual(['Your order is cancelled'])
})

test('each step of a purchase is one mail to its customer: paid, shipped, delivered, refunded', async () => {
  const who = await somebody()
  const { id } = await ordered(who)
  await setAddress(who, id)
  await pay(who, id)
  await step('pack', { ids: [id] })
  await step(`${id}/ship`, { carrier: 'dhl', trackingNumber: 'JD0146000037' })
  await step(`${id}/deliver`)
  await step(`${id}/deliver`)
  await shop.post(`/api/orders/${id}/refund`, { restock: false }, admin.headers)
  const mails = await mailsTo(shop, who.email)
  expect(subjects(mails).toSorted()).toEqual([
    'Your money is on its way back',
    'Your order is paid',
    'Your parcel has arrived',
    'Your parcel is on its way',
  ])
  const about = (subject: string) => mails.find((mail) => mail.includes(`Subject: ${subject}`))!
  expect(about('Your order is paid')).toMatch(/Receipt R-\d{4}-\d{6}, transaction/)
  const link = `https://shop.example/dashboard/receipt/${id}`
  expect(about('Your order is paid')).toContain(`\n${link}\n`)
  expect(about('Your order is paid')).toContain(`<a href="${link}"`)
  expect(about('Your order is paid')).toContain('>See my receipt</a>')
  expect(about('Your order is paid')).not.toContain('where to send it')
  const drawn = about('Your order is paid').split('text/html')[1]!
  expect(drawn).toMatch(/<img src="https:\/\/shop\.example\/\S+" width="64" height="48" alt="[^"]+"/)
  expect(drawn).toMatch(/Delivery<\/td><td[^>]*>included<.*Paid<\/td><td[^>]*>\$25\.00</s)
  expect(drawn).toMatch(/Deliver to<.*Mill Lane 1<br>Bath<br>UK</s)
  expect(drawn.match(/bgcolor=/g)).toHaveLength(1)
  expect(about('Your parcel is on')).toContain('JD0146000037')
  expect(about('Your money')).toMatch(/Credit note C-\d{4}-\d{6}/)
})

test('a step that was undone and is taken again is mailed again, with what is right now', async () => {
  const who = await somebody()
  const { id } = await ordered(who)
  await setAddress(who, id)
  await pay(who, id)
  await step('pack', { ids: [id] })
  await step(`${id}/ship`, { carrier: 'dhl', trackingNumber: 'WRONG1234' })
  await step(`${id}/undo`)
  await step(`${id}/ship`, { carrier: 'dhl', trackingNumber: 'RIGHT1234' })
  const mails = await mailsTo(shop, who.email)
  expect(mails.filter((mail) => mail.includes('RIGHT1234'))).toHaveLength(1)
  expect(subjects(mails).filter((subject) => subject === 'Your parcel is on its way')).toHaveLength(2)
})

test('the owner gets one mail about a new order, when it is paid, or when a free one has an address', async () => {
  const who = await somebody()
  const { id, name } = await ordered(who)
  const { id: freeId, name: freeName } = await ordered(who, 0)
  const about = async (part: string) => (await mailsTo(shop, owner)).filter((mail) => mail.includes(part))
  expect(await about(name)).toEqual([])
  await pay(who, id)
  expect(await about(name)).toEqual([expect.stringContaining(`Subject: New order: ${name}`)])
  expect(await about(freeName)).toEqual([])
  const paid = (await mailsTo(shop, who.email)).find((mail) => mail.includes('Subject: Your order is paid'))
  expect(paid).toContain('Please tell us where to send it, and we pack it.')
  for (const page of ['delivery', 'receipt'])
    expect(paid).toContain(`\nhttps://shop.example/dashboard/${page}/${id}\n`)
  expect(paid).toContain('>See my delivery</a>')
  for (const order of [freeId, freeId, id]) expect((await setAddress(who, order)).status).toBe(200)
  expect(await about(freeName)).toEqual([expect.stringContaining('Mill Lane 1')])
  expect(await about(name)).toHaveLength(1)
})

test('the owner gets one mail when a part becomes low, and another only after it was restocked', async () => {
  const part = await aProduct(shop, { availableQty: 6 })
  const about = async () => {
    await shop.workers.lowStock.wake()
    return (await mailsTo(shop, owner)).filter((mail) => mail.includes(`${part.name}: `))
  }
  const stock = (availableQty: number) =>
    shop.send(`/api/services/${part.id}`, { method: 'PUT', body: { availableQty }, headers: admin.headers })
  expect(await about()).toEqual([])
  await stock(5)
  expect(await about()).toEqual([expect.stringContaining(`${part.name}: 5`)])
  await stock(0)
  expect(await about()).toHaveLength(1)
  await stock(30)
  expect(await about()).toHaveLength(1)
  await stock(2)
  expect(await about()).toHaveLength(2)
})

test('an event is never mailed twice, also long after its mail is out, and nothing of the mail stays', async () => {
  const mail = { to: 'twice@mails.example', subject: 'Once', text: 'Only once', event: 'refund:1:succeeded' }
  await Promise.all([1, 2, 3].map(() => queueMail(shop.db, mail)))
  expect(await mailsTo(shop, mail.to)).toHaveLength(1)
  await queueMail(shop.db, mail)
  expect(await mailsTo(shop, mail.to)).toHaveLength(1)
  const rows = await shop.db.selectFrom('mails').selectAll().where('event_key', '=', mail.event).execute()
  expect(rows).toMatchObject([{ recipient: '', subject: '', body: '' }])
})

test('a mail that the server took and did not confirm is sent again with the same Message-ID and date', async () => {
  const server = await aMailServer(0, { dropsFirst: true })
  const there = await aShop({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  await queueMail(there.db, {
    to: 'ada@mails.example',
    subject: 'Hello',
    text: 'Hello',
    event: 'order:1:test',
  })
  await there.mailWorker.wake()
  await there.db.updateTable('mails').set({ due_at: new Date().toISOString() }).execute()
  await there.mailWorker.wake()
  await vi.waitFor(() => expect(server.mails).toHaveLength(2))
  const header = (name: string) =>
    server.mails.map(({ text }) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(text)![1])
  for (const name of ['Message-ID', 'Date']) {
    const [first, second] = header(name)
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  }
  await server.stop()
})
