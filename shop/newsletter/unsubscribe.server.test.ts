import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ PUBLIC_URL: 'https://shop.example' })
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const subscribe = (email: string) => shop.post(`/api/newsletter/${encodeURIComponent(email)}`, { email })
const isListed = async (email: string) =>
  (await shop.db.selectFrom('newsletter_subscriptions').where('email', '=', email).selectAll().execute())
    .length === 1

/** The mails to one address, as they would leave the house. */
async function mailsTo(email: string) {
  await shop.mailWorker.wake()
  const folder = join(shop.config.dataDir, 'outbox')
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}
async function leaveLink(email: string) {
  const [mail] = await mailsTo(email)
  const [, link] = /^List-Unsubscribe: <https:\/\/shop\.example(\S+)>$/m.exec(mail!)!
  return link!
}

test('a subscriber gets one mail, with a link out and the button of mail programs', async () => {
  await subscribe('once@example.com')
  await subscribe('once@example.com')
  const mails = await mailsTo('once@example.com')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(mails[0]).toContain('Subject: You are on the list - Car Parts')
})

test('looking at the link changes nothing, the button leaves, and a second time is no error', async () => {
  await subscribe('ada+list@example.com')
  const link = await leaveLink('ada+list@example.com')
  const page = await shop.get(link)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Leave the newsletter?')
  expect(page.text).not.toContain('ada')
  expect(await isListed('ada+list@example.com')).toBe(true)
  for (const _ of ['first', 'second']) {
    const answer = await shop.send(link, { method: 'POST', headers: form, body: '' })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe('/newsletter/leave?left=yes')
    expect(await isListed('ada+list@example.com')).toBe(false)
  }
  expect((await shop.get('/newsletter/leave?left=yes')).text).toContain('You have left the newsletter')
})

test('mail programs leave with one POST and no redirect', async () => {
  await subscribe('program@example.com')
  const link = await leaveLink('program@example.com')
  const oneClick = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' }
  expect((await shop.send(link, oneClick)).status).toBe(200)
  expect(await isListed('program@example.com')).toBe(false)
  expect((await shop.send('/newsletter/leave?email=a@example.com&signature=x', oneClick)).status).toBe(403)
})

test('a forged link takes nobody off the list', async () => {
  await subscribe('victim@example.com')
  await subscribe('thief@example.com')
  const { searchParams } = new URL(await leaveLink('thief@example.com'), 'http://x')
  const own = searchParams.get('signature')!
  for (const signature of [own, '', 'x', own.replace(/.$/, ''), 'é'.repeat(own.length)]) {
    const query = new URLSearchParams({ email: 'victim@example.com', signature })
    const answer = await shop.send(`/newsletter/leave?${query}`, { method: 'POST', headers: form, body: '' })
    expect(answer.headers.location).toBe('/newsletter/leave?left=no')
  }
  const twice = `/newsletter/leave?email=victim@example.com&email=thief@example.com&signature=${own}`
  await shop.send(twice, { method: 'POST', headers: form, body: '' })
  expect(await isListed('victim@example.com')).toBe(true)
  expect((await shop.get('/newsletter/leave?left=no')).text).toContain('This link is not valid')
})

test('the list is for admins, in pages, by search and as a file', async () => {
  const { headers } = await signedIn(shop, { email: 'boss@example.com', admin: true })
  await subscribe('findable_one@example.com')
  expect((await shop.get('/api/newsletter')).status).toBe(401)
  expect((await shop.get('/api/newsletter.csv')).status).toBe(401)
  const found = await shop.get('/api/newsletter?q=findable_one&page=1', headers)
  expect(found.json()).toEqual([
    { email: 'findable_one@example.com', createdAt: expect.any(String), state: 'subscribed' },
  ])
  expect(found.headers['x-total-count']).toBe('1')
  const file = await shop.get('/api/newsletter.csv', headers)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="newsletter-[\d-]+\.csv"$/)
  expect(file.text).toMatch(/^\uFEFFEmail,Since,Link out,State\r\n/)
  expect(file.text).toContain('findable_one@example.com,')
})
