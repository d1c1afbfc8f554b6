import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { days } from '~/platform/time.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { createConfirmLinks } from './confirm.server.ts'
import { countReaders, deleteUnconfirmed } from './store.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ PUBLIC_URL: 'https://shop.example', NEWSLETTER_CONFIRM: 'on' })
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const subscribe = (email: string) => shop.post(`/api/newsletter/${encodeURIComponent(email)}`)
const press = async (link: string) =>
  (await shop.send(link, { method: 'POST', headers: form, body: '' })).headers.location
async function mailsTo(email: string) {
  await shop.mailWorker.wake()
  const folder = join(shop.config.dataDir, 'outbox')
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))
}
const linkIn = (mail: string) => /^https:\/\/shop\.example(\/newsletter\/confirm\S+)$/m.exec(mail)![1]!

test('an address counts when its link was followed, and not before', async () => {
  expect((await subscribe('ada@confirm.example')).json()).toEqual({ ok: 1 })
  expect((await subscribe('ada@confirm.example')).json()).toEqual({ ok: 1 })
  const mails = await mailsTo('ada@confirm.example')
  // One a day, however often it is asked for.
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Subject: Please confirm your subscription - Car Parts')
  const link = linkIn(mails[0]!)
  expect(link).not.toContain('ada')
  expect((await shop.get(link)).text).toContain('Confirm your subscription')
  expect(await countReaders(shop.db)).toBe(0)
  for (const _ of ['first', 'second']) {
    expect(await press(link)).toBe('/newsletter/confirm?confirmed=yes')
    expect(await countReaders(shop.db)).toBe(1)
  }
  expect((await shop.get('/newsletter/confirm?confirmed=yes')).text).toContain('You are on the list')
  expect((await shop.get('/')).text).toContain('Please confirm by the mail that we send you first.')
})

test('a forged link, one of somebody else and an old one confirm nobody', async () => {
  await subscribe('victim@confirm.example')
  const [mail] = await mailsTo('victim@confirm.example')
  const good = new URLSearchParams(linkIn(mail!).split('?')[1])
  const before = await countReaders(shop.db)
  for (const [name, value] of [
    ['id', 'another'],
    ['until', new Date(Date.now() + days(1000)).toISOString()],
    ['signature', ''],
    ['signature', 'é'.repeat(43)],
  ] as const) {
    const bad = new URLSearchParams(good)
    bad.set(name, value)
    expect(await press(`/newsletter/confirm?${bad}`)).toBe('/newsletter/confirm?confirmed=no')
  }
  const links = createConfirmLinks('secret', '')
  const { searchParams } = new URL(links.urlFor('id', 0), 'http://shop')
  const link = Object.fromEntries(searchParams) as { id: string; until: string; signature: string }
  expect([links.isValid(link, 0), links.isValid(link, days(8))]).toEqual([true, false])
  expect(await countReaders(shop.db)).toBe(before)
})

test('what nobody confirms is deleted after a week, with its link', async () => {
  await subscribe('never@confirm.example')
  const [mail] = await mailsTo('never@confirm.example')
  const old = { email: 'old-server@confirm.example', created_at: '2020-01-01T00:00:00.000Z' }
  await shop.db.insertInto('newsletter_subscriptions').values(old).execute()
  const left = async () =>
    (await shop.db.selectFrom('newsletter_subscriptions').select('email').execute()).map(({ email }) => email)
  await deleteUnconfirmed(shop.db, Date.now() + days(6))
  expect(await left()).toContain('never@confirm.example')
  await deleteUnconfirmed(shop.db, Date.now() + days(8))
  expect((await left()).sort()).toEqual(['ada@confirm.example', 'old-server@confirm.example'])
  expect(await press(linkIn(mail!))).toBe('/newsletter/confirm?confirmed=no')
})
