import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { days } from '~/platform/time.ts'
import { aMailServer } from '~/test/mail-server.mjs'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { deleteOldSends } from './store.server.ts'

type Headers = Record<string, string>

const until = <T>(seen: () => T | Promise<T>, timeout = 30_000) => vi.waitFor(seen, { timeout, interval: 20 })

const editorOf = async (shop: TestShop) =>
  (await signedIn(shop, { email: 'editor@news.example', role: 'editor' })).headers

const subscribe = (shop: TestShop, email: string) => shop.post(`/api/newsletter/${encodeURIComponent(email)}`)

/** Many at once, as they would be after years. */
async function readers(shop: TestShop, count: number) {
  const at = new Date(Date.now() - 1000).toISOString()
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `reader-${String(n).padStart(6, '0')}`,
    email: `reader-${n}@news.example`,
    created_at: at,
    confirmed_at: at,
  }))
  await shop.db.insertInto('newsletter_subscriptions').values(rows).execute()
}

const manage = '/api/manage/newsletters'
const written = { subject: 'Winter check', markdown: '# Cold\n\nSee [the shop](/shop).' }
async function aDraft(shop: TestShop, headers: Headers, text = written) {
  const { insertedId } = (await shop.post(manage, text, headers)).json()
  return insertedId as string
}
const read = async (shop: TestShop, headers: Headers, id: string) =>
  (await shop.get(`${manage}/${id}`, headers)).json()
async function sendIt(shop: TestShop, headers: Headers, id: string) {
  const { version, readers: count } = await read(shop, headers, id)
  const answer = await shop.post(`${manage}/${id}/send`, { version, readers: count }, headers)
  expect(answer.json()).toEqual({ modifiedCount: 1 })
}
const become = (shop: TestShop, headers: Headers, id: string, state: string) =>
  shop.send(`${manage}/${id}/state`, { method: 'PUT', body: { state }, headers })
const isDone = (shop: TestShop, headers: Headers, id: string) =>
  until(async () => expect(await read(shop, headers, id)).toMatchObject({ state: 'done' }))
/** As if the time that some wait for had come. */
async function letAllBeDue(shop: TestShop) {
  const due_at = new Date().toISOString()
  await shop.db.updateTable('newsletter_sends').set({ due_at }).where('state', '=', 'queued').execute()
  await shop.db.updateTable('newsletters').set({ next_at: null }).execute()
  await shop.newsletterWorker.wake()
}
const quick = { DEMO: 'off', NEWSLETTER_PER_MINUTE: '100000' }

test('a year after its end only the numbers of a newsletter are left, and it is sent again to nobody', async () => {
  const shop = await aShop(quick)
  const headers = await editorOf(shop)
  await readers(shop, 3)
  const id = await aDraft(shop, headers)
  await sendIt(shop, headers, id)
  await isDone(shop, headers, id)
  await shop.db
    .updateTable('newsletter_sends')
    .set({ state: 'failed', last_error: '550 5.1.1' })
    .where('subscription_id', '=', 'reader-000001')
    .execute()
  const before = await read(shop, headers, id)
  expect(before).toMatchObject({ sent: 2, failed: 1, failures: [{ error: '550 5.1.1', count: 1 }] })
  const rows = async () => (await shop.db.selectFrom('newsletter_sends').selectAll().execute()).length

  await deleteOldSends(shop.db, Date.now() + days(364))
  expect([await rows(), await read(shop, headers, id)]).toEqual([3, before])
  await deleteOldSends(shop.db, Date.now() + days(366))
  await deleteOldSends(shop.db, Date.now() + days(367))
  expect([await rows(), await read(shop, headers, id)]).toEqual([0, { ...before, isForgotten: true }])
  expect((await shop.post(`${manage}/${id}/retry`, {}, headers)).status).toBe(409)
  expect(await read(shop, headers, id)).toMatchObject({ state: 'done', failed: 1 })
})

describe('writing', () => {
  let shop: TestShop
  let headers: Headers
  beforeAll(async () => {
    shop = await aShop({ PUBLIC_URL: 'https://shop.example', NEWSLETTER_PER_MINUTE: '100000' })
    headers = await editorOf(shop)
  })

  test('of two who save one version the second one sees what the first one wrote', async () => {
    const id = await aDraft(shop, headers)
    const save = (markdown: string) =>
      shop.send(`${manage}/${id}`, {
        method: 'PUT',
        body: { subject: 'Winter', markdown, version: 1 },
        headers,
      })
    expect((await save('First')).json()).toEqual({ version: 2 })
    const second = await save('Second')
    expect(second.status).toBe(409)
    expect(second.json().theirs).toMatchObject({ version: 2, markdown: 'First' })
  })

  test('a subject is one line, and both must be there', async () => {
    for (const [text, field] of [
      [{ ...written, subject: 'a\r\nBcc: all@shop.example' }, 'subject'],
      [{ ...written, subject: ' ' }, 'subject'],
      [{ ...written, markdown: '' }, 'markdown'],
      [{ ...written, markdown: 'a'.repeat(40_001) }, 'markdown'],
    ] as const)
      expect(Object.keys((await shop.post(manage, text, headers)).json().fields)).toEqual([field])
  })

  test('a test goes to oneself alone, and its link takes nobody off', async () => {
    await subscribe(shop, 'ada@test.example')
    const id = await aDraft(shop, headers, { ...written, subject: 'Only a test' })
    expect((await shop.post(`${manage}/${id}/test`, undefined, headers)).json()).toEqual({
      to: 'editor@news.example',
    })
    const [mail] = await mailsTo(shop, 'editor@news.example')
    expect(mail).toContain('Subject: [Test] Only a test\n')
    expect(mail).toContain('See the shop (https://shop.example/shop).')
    expect(mail).toMatch(/newsletter\/leave$/m)
    expect(mail).not.toContain('List-Unsubscribe')
    expect((await mailsTo(shop, 'ada@test.example')).join()).not.toContain('Only a test')
    expect(await read(shop, headers, id)).toMatchObject({ state: 'draft' })
  })

  test('hostile texts are words in the mail, and its links lead where a page may lead', async () => {
    const subject = '<img src=x onerror=alert(1)> "quoted" & =?utf-8?Q?x?='
    const markdown = [
      '<script>alert(1)</script>',
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](https://x.example/?a=1&b="2")',
      '![p](https://evil.example/p.png) ![q](/images/../secret)',
      '| <b>x</b> | y |\n| - | - |\n| 1 | 2 |',
      '> quoted\n> twice\n\n1. one\n2. two\n   - deep',
      '.',
    ].join('\n\n')
    await subscribe(shop, 'hostile@test.example')
    const id = await aDraft(shop, headers, { subject, markdown })
    await sendIt(shop, headers, id)
    await isDone(shop, headers, id)
    const mail = outbox(shop).find(
      (text) => text.includes('To: hostile@test.example') && text.includes('List-Id:'),
    )!
    const html = mail.slice(mail.indexOf('<!doctype html>'))
    expect(html).not.toMatch(/<script|<b>|onerror=alert\(1\)>|href="(javascript|data|\/\/)|evil\.example\/p/i)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('href="https://x.example/?a=1&amp;b=%222%22"')
    expect(mail.match(/^(Bcc|Subject): /gm)).toEqual(['Subject: '])
    expect(mail).toContain('1. one\n2. two\n   - deep')
    expect(mail).toContain('> quoted twice')
    expect(mail).toContain('<b>x</b> | y\n1 | 2')
  })

  test('a mail has what mail programs and mailboxes ask of a list', async () => {
    await subscribe(shop, 'headers@test.example')
    const id = await aDraft(shop, headers)
    await sendIt(shop, headers, id)
    await isDone(shop, headers, id)
    const mail = outbox(shop).findLast(
      (text) => text.includes('To: headers@test.example') && text.includes('List-Id:'),
    )!
    expect(mail).toMatch(/^List-Unsubscribe: <https:\/\/shop\.example\/newsletter\/leave\?email=[^>]+>$/m)
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(mail).toMatch(/^List-Id: <newsletter\.carparts\.example>$/m)
    expect(mail).toMatch(/^Precedence: bulk$/m)
    expect(mail).toMatch(
      new RegExp(`^Message-ID: <newsletter\\.${id}\\.[0-9a-f]{24}@carparts\\.example>$`, 'm'),
    )
    expect(mail).toMatch(/Leave the newsletter: https:\/\/shop\.example\/newsletter\/leave\?email=/)
    const [, link] = /^List-Unsubscribe: <https:\/\/shop\.example(\S+)>$/m.exec(mail)!
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    expect((await shop.send(link!, { method: 'POST', headers: form, body })).status).toBe(200)
    const left = shop.db.selectFrom('newsletter_subscriptions').selectAll()
    expect(await left.where('email', '=', 'headers@test.example').execute()).toEqual([])
  })

  test('what is sent is neither changed, deleted nor sent twice', async () => {
    await subscribe(shop, 'frozen@test.example')
    const id = await aDraft(shop, headers)
    const now = await read(shop, headers, id)
    const body = { version: now.version, readers: now.readers }
    const answers = await Promise.all([1, 2, 3].map(() => shop.post(`${manage}/${id}/send`, body, headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const change = { method: 'PUT', body: { ...written, version: 1 }, headers }
    expect((await shop.send(`${manage}/${id}`, change)).json().reason).toBe('already_sent')
    expect((await shop.send(`${manage}/${id}`, { method: 'DELETE', headers })).status).toBe(409)
    await isDone(shop, headers, id)
    const { recipients, sent } = await read(shop, headers, id)
    expect([recipients, sent]).toEqual([now.readers, now.readers])
  })

  test('nobody else may: not packers, not customers, not visitors', async () => {
    const id = await aDraft(shop, headers)
    for (const role of ['packer', 'user'] as const) {
      const other = (await signedIn(shop, { email: `${role}@news.example`, role })).headers
      expect((await shop.get(manage, other)).status).toBe(403)
      expect((await shop.post(`${manage}/${id}/test`, undefined, other)).status).toBe(403)
    }
    expect((await shop.get(manage)).status).toBe(401)
    // Who writes them sees how many the readers are, not who.
    expect((await shop.get('/api/newsletter', headers)).status).toBe(403)
  })
})

const outbox = (shop: TestShop) => {
  const folder = join(shop.config.dataDir, 'outbox')
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

describe('whom it is for', () => {
  test('is shown before, and sent along: another number than the sender saw is refused', async () => {
    const shop = await aShop({ NEWSLETTER_PER_MINUTE: '100000' })
    const headers = await editorOf(shop)
    await readers(shop, 3)
    const id = await aDraft(shop, headers)
    const seen = await read(shop, headers, id)
    expect(seen.readers).toBe(3)
    await subscribe(shop, 'late@news.example')
    const body = { version: seen.version, readers: 3 }
    const refused = await shop.post(`${manage}/${id}/send`, body, headers)
    expect(refused.json()).toMatchObject({ reason: 'readers_changed', readers: 4 })
    expect(refused.json().message).toContain('4 readers')
    expect(await read(shop, headers, id)).toMatchObject({ state: 'draft' })
  })

  test('is frozen: who comes later gets the next one, who leaves before is left out', async () => {
    const server = await aMailServer(0, {
      async onMail() {
        if (server.mails.length !== 1) return
        const later = { created_at: '2026', confirmed_at: new Date().toISOString() }
        await shop.db
          .insertInto('newsletter_subscriptions')
          .values({ id: '0-later', email: 'later@news.example', ...later })
          .execute()
        const leaving = ['reader-30@news.example', 'reader-31@news.example']
        await shop.db.deleteFrom('newsletter_subscriptions').where('email', 'in', leaving).execute()
      },
    })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 40)
    // A server of the version before knows of no ids.
    const old = { email: 'old-server@news.example', created_at: '2026-01-01T00:00:00.000Z' }
    await shop.db.insertInto('newsletter_subscriptions').values(old).execute()
    const id = await aDraft(shop, headers)
    await sendIt(shop, headers, id)
    await isDone(shop, headers, id)
    expect(await read(shop, headers, id)).toMatchObject({
      recipients: 41,
      sent: 39,
      left: 2,
      failed: 0,
      waiting: 0,
    })
    const to = server.mails.flatMap(({ recipients }) => recipients)
    expect(new Set(to).size).toBe(39)
    expect(to).toContain('old-server@news.example')
    expect(to).not.toContain('later@news.example')
    await server.stop()
  })
})

describe('sending', () => {
  test('no order mail waits for it', async () => {
    const server = await aMailServer(0, { keepsWaiting: /Precedence: bulk/ })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 30)
    const id = await aDraft(shop, headers)
    await sendIt(shop, headers, id)
    await until(() => expect(server.mails).toHaveLength(1))
    await shop.post('/api/contact', { email: 'kim@news.example', message: 'Do you fit tyres?' })
    await until(() => expect(server.mails[1]!.recipients).toEqual(['workshop@carparts.example']), 2000)
    expect(server.mails).toHaveLength(2)
    await server.stop()
  })

  test('pause holds it, go on goes on, stop ends it for good', async () => {
    let pause = async () => {}
    const server = await aMailServer(0, { onMail: () => (server.mails.length === 3 ? pause() : undefined) })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 30)
    const id = await aDraft(shop, headers)
    pause = async () => void (await become(shop, headers, id, 'paused'))
    await sendIt(shop, headers, id)
    await until(async () =>
      expect(await read(shop, headers, id)).toMatchObject({ state: 'paused', sent: 3, waiting: 27 }),
    )
    await shop.newsletterWorker.wake()
    expect(server.mails).toHaveLength(3)
    // Nobody has lost an attempt by it.
    const tried = shop.db.selectFrom('newsletter_sends').select('attempts').where('state', '=', 'queued')
    await until(async () =>
      expect(new Set((await tried.execute()).map(({ attempts }) => attempts))).toEqual(new Set([0])),
    )
    expect((await become(shop, headers, id, 'paused')).status).toBe(409)
    pause = async () => void (await become(shop, headers, id, 'stopped'))
    server.mails.length = 0
    expect((await become(shop, headers, id, 'sending')).status).toBe(200)
    await until(async () =>
      expect(await read(shop, headers, id)).toMatchObject({ state: 'stopped', sent: 6, waiting: 24 }),
    )
    expect((await become(shop, headers, id, 'sending')).json().reason).toBe('other_state')
    expect((await shop.post(`${manage}/${id}/retry`, undefined, headers)).status).toBe(409)
    await server.stop()
  })

  test('a mailbox that does not exist fails at once, is tried again when asked, and after two newsletters no more', async () => {
    let isDead = true
    const answers = (command: string) =>
      isDead && /^rcpt to:<reader-1@/i.test(command) ? '550 5.1.1 <reader-1@news.example> unknown' : undefined
    const server = await aMailServer(0, { answers })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 4)
    const first = await aDraft(shop, headers)
    await sendIt(shop, headers, first)
    await isDone(shop, headers, first)
    const failed = { sent: 3, failed: 1, failures: [{ error: '550 5.1.1', count: 1 }] }
    expect(await read(shop, headers, first)).toMatchObject(failed)
    // The same newsletter again is no second one.
    expect((await shop.post(`${manage}/${first}/retry`, undefined, headers)).json()).toEqual({ again: 1 })
    await isDone(shop, headers, first)
    expect(await read(shop, headers, first)).toMatchObject(failed)
    const state = async () =>
      await shop.db
        .selectFrom('newsletter_subscriptions')
        .select(['failures', 'stopped_at'])
        .where('email', '=', 'reader-1@news.example')
        .executeTakeFirstOrThrow()
    expect(await state()).toEqual({ failures: 1, stopped_at: null })
    const second = await aDraft(shop, headers)
    await sendIt(shop, headers, second)
    await isDone(shop, headers, second)
    expect(await state()).toMatchObject({ failures: 2, stopped_at: expect.any(String) })
    const third = await aDraft(shop, headers)
    expect((await read(shop, headers, third)).readers).toBe(3)
    // Who has it begins again by the form.
    isDead = false
    await subscribe(shop, 'reader-1@news.example')
    expect(await state()).toEqual({ failures: 0, stopped_at: null })
    expect(JSON.stringify(await shop.db.selectFrom('newsletter_sends').selectAll().execute())).not.toContain(
      '@',
    )
    await server.stop()
  })

  test('what is not taken for now is tried later, five times in all', async () => {
    const answers = (command: string) =>
      /^rcpt to:<reader-0@/i.test(command) ? '452 4.2.2 mailbox full' : undefined
    const server = await aMailServer(0, { answers })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 3)
    const id = await aDraft(shop, headers)
    await sendIt(shop, headers, id)
    await until(async () => expect(await read(shop, headers, id)).toMatchObject({ sent: 2, waiting: 1 }))
    const open = async () =>
      shop.db
        .selectFrom('newsletter_sends')
        .selectAll()
        .where('subscription_id', '=', 'reader-000000')
        .executeTakeFirstOrThrow()
    for (let attempts = 1; attempts < 5; attempts += 1) {
      await until(async () =>
        expect(await open()).toMatchObject({ attempts, state: 'queued', last_error: '452 4.2.2' }),
      )
      expect(Date.parse((await open()).due_at)).toBeGreaterThan(Date.now() + 100_000)
      await letAllBeDue(shop)
    }
    await isDone(shop, headers, id)
    expect(await open()).toMatchObject({ attempts: 5, state: 'failed' })
    await server.stop()
  })

  test.each([
    ['breaks off', ''],
    ['closes', '421 4.3.2 not now'],
    ['does not take our address', '550 5.7.1 who are you?'],
  ])('a mail server that %s delays it, and nobody loses an attempt', async (_how, answer) => {
    let isAway = true
    const answers = (command: string) => (isAway && /^mail from/i.test(command) ? answer : undefined)
    const server = await aMailServer(0, { answers })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 25)
    const id = await aDraft(shop, headers)
    await sendIt(shop, headers, id)
    await until(async () =>
      expect(await read(shop, headers, id)).toMatchObject({
        state: 'sending',
        sent: 0,
        failed: 0,
        waiting: 25,
        problem: expect.any(String),
        nextAt: expect.any(String),
      }),
    )
    await until(async () => {
      const tried = await shop.db.selectFrom('newsletter_sends').select('attempts').execute()
      expect(new Set(tried.map(({ attempts }) => attempts))).toEqual(new Set([0]))
    })
    isAway = false
    await letAllBeDue(shop)
    await isDone(shop, headers, id)
    expect(await read(shop, headers, id)).toMatchObject({ sent: 25 })
    expect(await read(shop, headers, id)).not.toHaveProperty('problem')
    await server.stop()
  })

  test('ten refusals in a row pause it, so that somebody looks', async () => {
    let isRefusing = true
    const answers = (command: string) =>
      isRefusing && /^data/i.test(command) ? '554 5.7.1 looks like spam' : undefined
    const server = await aMailServer(0, { answers })
    const shop = await aShop({ ...quick, SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const headers = await editorOf(shop)
    await readers(shop, 30)
    const id = await aDraft(shop, headers)
    await sendIt(shop, headers, id)
    const paused = { state: 'paused', failed: 10, waiting: 20, problem: '554 5.7.1' }
    await until(async () => expect(await read(shop, headers, id)).toMatchObject(paused))
    isRefusing = false
    expect((await shop.post(`${manage}/${id}/retry`, undefined, headers)).json()).toEqual({ again: 10 })
    expect((await become(shop, headers, id, 'sending')).status).toBe(200)
    await isDone(shop, headers, id)
    expect(await read(shop, headers, id)).toMatchObject({ sent: 30, failed: 0 })
    await server.stop()
  })

  test('goes no faster than it is set, and a closing server gives back what it has not sent', async () => {
    const server = await aMailServer()
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${server.port}` }
    const shop = await aShop({ DEMO: 'off', NEWSLETTER_PER_MINUTE: '60', ...smtp })
    const headers = await editorOf(shop)
    await readers(shop, 30)
    const id = await aDraft(shop, headers)
    const startedAt = Date.now()
    await sendIt(shop, headers, id)
    await until(() => expect(server.mails.length).toBeGreaterThanOrEqual(3), 20_000)
    expect(Date.now() - startedAt).toBeGreaterThan(1900)
    await shop.newsletterWorker.stop()
    const sent = server.mails.length
    const open = await shop.db
      .selectFrom('newsletter_sends')
      .select(['attempts', 'due_at'])
      .where('state', '=', 'queued')
      .execute()
    expect(open).toHaveLength(30 - sent)
    expect(open.every(({ attempts, due_at }) => attempts === 0 && Date.parse(due_at) <= Date.now())).toBe(
      true,
    )
    await server.stop()
  })
})
