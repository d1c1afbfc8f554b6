import { beforeAll, expect, test, vi } from 'vitest'
import { days } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import { aMailServer } from '~/test/mail-server.mjs'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { deleteOldMessages } from './store.server.ts'

type Person = Awaited<ReturnType<typeof signedIn>>

let shop: TestShop
let ada: Person
let grace: Person
beforeAll(async () => {
  shop = await aShop({ TRUST_PROXY: 'on' })
  ada = await signedIn(shop, { email: 'ada@answers.example', name: 'Ada', admin: true })
  grace = await signedIn(shop, { email: 'grace@answers.example', name: 'Grace', admin: true })
})

let people = 0
const anAddress = () => ({ 'x-forwarded-for': `203.0.113.${++people}` })
async function aVisitor(message = 'Do you fit tyres?') {
  const email = `visitor-${people}@answers.example`
  const answer = await shop.post('/api/contact', { email, message }, anAddress())
  expect(answer.status).toBe(200)
  return { email, id: answer.json().insertedId as string }
}
const aCustomer = (name: string) => signedIn(shop, { email: `${name}@answers.example`, name })
const write = (by: Person, body: object) =>
  shop.post(
    '/api/my-messages',
    { email: by.email, message: 'Where is it?', ...body },
    { ...by.headers, ...anAddress() },
  )
const answer = (id: string, text: string, seen: number, by = ada) =>
  shop.post(`/api/messages/${id}/answers`, { answer: text, seen }, by.headers)
const thread = async (id: string) => (await shop.get(`/api/messages/${id}`, ada.headers)).json()
const listed = async (state: string, q: string) =>
  (await shop.get(`/api/messages?state=${state}&q=${q}&page=1`, ada.headers)).json() as { _id: string }[]
const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(mail.slice(0, mail.indexOf('\n\n')))?.[1] ?? ''
/** In the order in which they were written. */
async function answersTo(email: string) {
  const mails = (await mailsTo(shop, email)).filter((mail) => headerOf(mail, 'To') === email)
  return mails.sort((a, b) => headerOf(a, 'References').length - headerOf(b, 'References').length)
}

test('three answers and the notice of the owner are one thread, whichever of them a mail program has', async () => {
  const { id, email } = await aVisitor('Do you fit tyres?\n\nAda')
  for (const [seen, text] of ['Yes.', 'Also on Sundays.', 'Not at night.'].entries())
    expect((await answer(id, text, seen)).status).toBe(200)

  const notices = await mailsTo(shop, shop.config.shopEmail)
  const root = `<message-${id}@carparts.example>`
  const notice = notices.find((mail) => headerOf(mail, 'Message-ID') === root)!
  expect(headerOf(notice, 'Reply-To')).toBe(email)
  expect(notice).toContain(`/dashboard/messages/${id}`)

  const mails = await answersTo(email)
  const ids = mails.map((mail) => headerOf(mail, 'Message-ID'))
  expect(new Set(ids).size).toBe(3)
  expect(mails.map((mail) => headerOf(mail, 'References'))).toEqual([
    root,
    `${root} ${ids[0]}`,
    `${root} ${ids[0]} ${ids[1]}`,
  ])
  expect(mails.map((mail) => headerOf(mail, 'In-Reply-To'))).toEqual([root, ids[0], ids[1]])
  for (const [n, mail] of mails.entries()) {
    expect(headerOf(mail, 'Reply-To')).toBe(shop.config.shopEmail)
    expect(headerOf(mail, 'From')).toBe('Car Parts <shop@carparts.example>')
    expect(headerOf(mail, 'Subject')).toBe('Re: Your message to Car Parts')
    expect(mail).toContain(['Yes.', 'Also on Sundays.', 'Not at night.'][n])
    expect(mail).toMatch(/^On \w+ \d+, \d{4} you wrote:\n\n> Do you fit tyres\?\n>\n> Ada\n/m)
  }
  expect((await thread(id)).answers).toMatchObject([
    { answer: 'Yes.', by: 'Ada' },
    { answer: 'Also on Sundays.', by: 'Ada' },
    { answer: 'Not at night.', by: 'Ada' },
  ])
})

test('the subject of a thread stays when the shop is renamed', async () => {
  const { id, email } = await aVisitor()
  await answer(id, 'Yes.', 0)
  await shop.db
    .updateTable('contact_messages')
    .set({ subject: 'Your message to The Old Name' })
    .where('id', '=', id)
    .execute()
  await answer(id, 'Also on Sundays.', 1)
  const [, second] = await answersTo(email)
  expect(headerOf(second!, 'Subject')).toBe('Re: Your message to The Old Name')
})

test('a mail server gets the ids of the thread', async () => {
  const server = await aMailServer()
  const sending = await aShop({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  const admin = await signedIn(sending, { email: 'admin@answers.example', admin: true })
  const { insertedId } = (
    await sending.post('/api/contact', { email: 'kim@answers.example', message: 'Hello' })
  ).json()
  for (const seen of [0, 1])
    await sending.post(`/api/messages/${insertedId}/answers`, { answer: `No. ${seen}`, seen }, admin.headers)
  await vi.waitFor(() => expect(server.mails).toHaveLength(3), 20_000)
  const last = server.mails.map(({ text }) => text).find((text) => text.includes('No. 1'))!
  const unfolded = last.replace(/\r\n[ \t]+/g, ' ')
  const root = `<message-${insertedId}@carparts.example>`
  expect(unfolded).toMatch(new RegExp(`^References: ${root} <answer-[\\w-]+@carparts\\.example>\r$`, 'm'))
  expect(unfolded).toMatch(/^In-Reply-To: <answer-[\w-]+@carparts\.example>\r$/m)
  expect(unfolded).toMatch(/^Reply-To: workshop@carparts\.example\r$/m)
  await server.stop()
})

test('a message is new, read, answered, and new again when it is marked as unread', async () => {
  const { id, email } = await aVisitor()
  const states = async () => {
    const found = []
    for (const state of ['unread', 'read', 'answered'])
      if ((await listed(state, email)).length === 1) found.push(state)
    return found
  }
  const mark = (read: boolean) =>
    shop.send(`/api/messages/${id}`, { method: 'PATCH', body: { read }, headers: ada.headers })
  expect(await states()).toEqual(['unread'])
  await mark(true)
  expect(await states()).toEqual(['read'])
  await answer(id, 'Yes.', 0)
  expect(await states()).toEqual(['answered'])
  await mark(true)
  expect(await states()).toEqual(['answered'])
  await mark(false)
  expect(await states()).toEqual(['unread'])
  expect((await thread(id)).answers).toHaveLength(1)
})

test('what was answered by telephone is answered, and nobody is mailed', async () => {
  const { id, email } = await aVisitor()
  const elsewhere = () => shop.post(`/api/messages/${id}/answered-elsewhere`, { seen: 0 }, ada.headers)
  const first = await elsewhere()
  expect(first.status).toBe(200)
  expect((await elsewhere()).json()).toEqual(first.json())
  expect(await thread(id)).toMatchObject({ read: true, answers: [{ by: 'Ada' }] })
  expect((await thread(id)).answers[0]).not.toHaveProperty('answer')
  expect(await listed('answered', email)).toHaveLength(1)
  expect(await answersTo(email)).toEqual([])
  // Who did not know of it is told.
  expect((await answer(id, 'Yes.', 0, grace)).status).toBe(409)
})

test('a second admin hears of the first, and an answer sent again is sent once', async () => {
  const { id, email } = await aVisitor()
  const first = await answer(id, 'Yes.', 0)
  expect((await answer(id, 'Yes.', 0)).json()).toEqual(first.json())
  const late = await answer(id, 'No.', 0, grace)
  expect(late.status).toBe(409)
  expect(late.json()).toEqual({
    reason: 'answered_meanwhile',
    message:
      'Ada has answered this message meanwhile, see above. Your words are still here: press Send answer again if they are still needed.',
  })
  expect((await answer(id, 'No.', 1, grace)).status).toBe(200)
  expect(await answersTo(email)).toHaveLength(2)
  const entries = await shop.db
    .selectFrom('audit_entries')
    .select(['email', 'details'])
    .where('what', '=', 'message answered')
    .where('details', 'like', `%${id}%`)
    .execute()
  expect(new Map(entries.map(({ email, details }) => [email, JSON.parse(details).answer]))).toEqual(
    new Map([
      [ada.email, 1],
      [grace.email, 2],
    ]),
  )
})

test.each([
  [{}, 'Answer is required'],
  [{ answer: '  ', seen: 0 }, 'Answer is required'],
  [{ answer: 'x'.repeat(4001), seen: 0 }, 'At most 4000 characters'],
  [{ answer: 'a\u0000b', seen: 0 }, 'Holds characters that cannot be kept'],
])('an answer like %j is refused beside its field', async (body, problem) => {
  const { id } = await aVisitor()
  const refused = await shop.post(`/api/messages/${id}/answers`, body, ada.headers)
  expect(refused.status).toBe(422)
  expect(refused.json().fields.answer).toBe(problem)
  expect((await thread(id)).answers).toEqual([])
})

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'Hello\r\nBcc: all@answers.example\r\n\r\n.\r\n',
  '> On Monday you wrote:\n\n> nothing',
  '=HYPERLINK("https://evil.example")',
  'https://evil.example/log-in\n\n/dashboard/users\n\nhttps://localhost/dashboard',
  '\u202egnp.exe {{constructor.constructor("alert(1)")()}}',
])('%j is text in both directions', async (hostile) => {
  const { id, email } = await aVisitor(`${hostile} `)
  expect((await answer(id, hostile, 0)).status).toBe(200)
  const [mail = ''] = await answersTo(email)
  const [, html = ''] = mail.split('text/html')
  expect(html).not.toMatch(/<script|<img src=x|href="https:\/\/evil|&amp;lt;script/)
  // The message is quoted: none of its lines is a link. An admin's own line may be.
  expect(html.slice(html.indexOf('you wrote:'))).not.toContain('<a ')
  expect(headerOf(mail, 'Bcc')).toBe('')
  expect(headerOf(mail, 'Subject')).toBe('Re: Your message to Car Parts')
  const { message, answers } = await thread(id)
  expect(message).toBe(hostile.trim())
  expect(answers[0].answer).toBe(hostile.trim())
})

test('only a token connects a message with an account, and an address typed by somebody else does not', async () => {
  const kim = await aCustomer('kim-connected')
  const typed = await shop.post('/api/contact', { email: kim.email, message: 'I am Kim' }, anAddress())
  const stranger = await thread(typed.json().insertedId)
  expect(stranger).not.toHaveProperty('customer')
  // A token beside the old call proves nothing there.
  const old = await shop.post(
    '/api/contact',
    { email: kim.email, message: 'As before', purchaseId: 'x' },
    { ...kim.headers, ...anAddress() },
  )
  expect(old.status).toBe(200)
  expect(await thread(old.json().insertedId)).not.toHaveProperty('customer')
  const own = await write(kim, { email: 'kim@work.example', message: 'It is me' })
  const seen = await thread(own.json().insertedId)
  expect(seen).toMatchObject({
    email: 'kim@work.example',
    customer: { email: kim.email, name: 'kim-connected', orders: [], cars: [] },
  })
  expect((await shop.post('/api/my-messages', { email: kim.email, message: 'Hi' }, anAddress())).status).toBe(
    401,
  )
})

test('a message is about a part that is for sale, a listed car and a purchase of who writes, or is refused', async () => {
  const kim = await aCustomer('kim-about')
  const lee = await aCustomer('lee-about')
  const part = await aProduct(shop, { availableQty: 5 })
  const line = { productId: part.id, quantity: 1, price: part.price, size: 'M' }
  const orderId = (await shop.post('/api/orders', line, kim.headers)).json().insertedId as string
  const vehicleId = 'volkswagen-golf-5-2.0-tdi-bkd'
  const about = { productId: part.id, vehicleId, purchaseId: orderId }

  const sent = await write(kim, about)
  expect(sent.status).toBe(200)
  const id = sent.json().insertedId as string
  const seen = await thread(id)
  expect(seen).toMatchObject({
    part: { productId: part.id, productName: part.name },
    car: expect.stringContaining('Golf'),
    customer: { orders: [{ _id: orderId, productName: part.name }] },
  })
  expect(seen.purchaseId).toBe(seen.customer.orders[0].purchaseId)
  await answer(id, 'Tomorrow.', 0)
  expect((await answersTo(kim.email)).at(-1)).toContain(`/dashboard/delivery/${seen.purchaseId}`)

  expect((await write(lee, { purchaseId: orderId })).json()).toMatchObject({ reason: 'not_yours' })
  expect((await write(lee, { purchaseId: 'nobody' })).status).toBe(404)
  expect((await write(lee, { productId: 'nobody' })).json()).toMatchObject({ reason: 'unknown_product' })
  expect((await write(lee, { vehicleId: 'nobody' })).json()).toMatchObject({ reason: 'unknown_vehicle' })
  await shop.db.updateTable('products').set({ visibility: 'hidden' }).where('id', '=', part.id).execute()
  expect((await write(lee, { productId: part.id })).json()).toMatchObject({ reason: 'unknown_product' })
  expect(await listed('all', lee.email)).toEqual([])
})

test('the export of an account holds messages and answers; what is deleted after a year takes its answers along', async () => {
  const kim = await aCustomer('kim-leaves')
  const { insertedId: id } = (await write(kim, { email: 'kim@elsewhere.example' })).json()
  await answer(id, 'Tomorrow.', 0)
  const held = (await shop.get('/api/my-data', kim.headers)).json()
  expect(held.messages).toMatchObject([{ id, message: 'Where is it?', answers: [{ answer: 'Tomorrow.' }] }])
  expect(JSON.stringify(held.messages)).not.toContain(ada.userId)

  const { id: other } = await aVisitor()
  await answer(other, 'Yes.', 0, grace)
  await shop.send(`/api/user/${grace.email}`, { method: 'DELETE', headers: ada.headers })
  expect((await thread(other)).answers[0]).not.toHaveProperty('by')
  await shop.send(`/api/user/${kim.email}`, { method: 'DELETE', headers: ada.headers })
  expect(await thread(id)).not.toHaveProperty('customer')

  await deleteOldMessages(shop.db, Date.now() + days(366))
  expect(await shop.db.selectFrom('contact_answers').selectAll().execute()).toEqual([])
})
