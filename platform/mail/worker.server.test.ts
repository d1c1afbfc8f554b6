import { expect, test, vi } from 'vitest'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { minutes } from '~/platform/time.ts'
import { aMailServer } from '~/test/mail-server.mjs'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const message = { email: 'ada@shop.example', message: 'Do you fit tyres?' }

test('a mail reaches the mail server once, addressed to the workshop', async () => {
  const server = await aMailServer()
  const shop = await aShop({
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SHOP_EMAIL: 'boss@shop.example',
  })
  await shop.post('/api/contact', message)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), 20_000)
  expect(server.mails[0]!.recipients).toEqual(['boss@shop.example'])
  expect(server.mails[0]!.text).toMatch(/^Reply-To: ada@shop\.example\r$/m)
  await shop.mailWorker.wake()
  expect(server.mails).toHaveLength(1)
  await server.stop()
})

test('a link that somebody waits for does not wait behind notices, however slow the mail server is', async () => {
  const server = await aMailServer(0, { keepsWaiting: /Notice/ })
  const shop = await aShop({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  for (let n = 0; n < 30; n += 1)
    await queueMail(shop.db, { to: 'all@shop.example', subject: `Notice ${n}`, text: 'News' })
  void shop.mailWorker.wake()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await shop.post('/identity/sign-up/email', {
    name: 'Ada',
    email: 'ada@shop.example',
    password: 'Passw0rd1',
  })
  await vi.waitFor(
    () => expect(server.mails.map(({ recipients }) => recipients[0])).toContain('ada@shop.example'),
    5000,
  )
  expect(server.mails).toHaveLength(2)
  await server.stop()
})

test('a mail outlives a dead mail server and a closed shop, and is delivered once when both are back', async () => {
  const { port, stop } = await aMailServer()
  await stop()
  const settings = { DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${port}` }
  const shop = await aShop(settings)
  const queued = () => shop.db.selectFrom('mails').selectAll().execute()
  expect((await shop.post('/api/contact', message)).status).toBe(200)
  await vi.waitFor(async () => expect(await queued()).toEqual([expect.objectContaining({ attempts: 1 })]))
  await shop.mailWorker.wake()
  const [waiting] = await queued()
  expect(Date.parse(waiting!.due_at)).toBeGreaterThan(Date.now() + minutes(1))
  await shop.db.updateTable('mails').set({ due_at: new Date().toISOString() }).execute()
  await shop.app.close()

  const server = await aMailServer(port)
  const reopened = await aShop({ ...shop.settings, ...settings })
  await Promise.all([reopened.mailWorker.wake(), reopened.mailWorker.wake()])
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await vi.waitFor(async () =>
    expect(await reopened.db.selectFrom('mails').selectAll().execute()).toEqual([]),
  )
  expect(server.mails[0]!.text).toContain('Do you fit tyres?')
  await server.stop()
})

test('a mail that nobody takes in 20 tries stays, is shown to admins, and is sent again when they ask for it', async () => {
  const { port, stop } = await aMailServer()
  await stop()
  const shop = await aShop({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${port}` })
  const boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  const undelivered = async () => (await shop.get('/api/mails', boss.headers)).json()
  await shop.post('/api/contact', message)
  await vi.waitFor(async () =>
    expect(await shop.db.selectFrom('mails').selectAll().execute()).toMatchObject([{ attempts: 1 }]),
  )
  await shop.mailWorker.wake()
  expect(await undelivered()).toEqual([])
  await shop.db.updateTable('mails').set({ attempts: 19, due_at: new Date().toISOString() }).execute()
  await shop.mailWorker.wake()
  const [mail] = await undelivered()
  expect(mail).toMatchObject({ to: 'workshop@carparts.example', tries: 20, error: 'ESOCKET' })
  expect(JSON.stringify(mail)).not.toContain('Do you fit tyres?')
  expect((await shop.get('/api/to-do', boss.headers)).json()).toMatchObject({ failedMails: { count: 1 } })
  // Its time has come, and it is not tried by itself any more.
  await shop.db.updateTable('mails').set({ due_at: new Date().toISOString() }).execute()
  await shop.mailWorker.wake()
  expect(await undelivered()).toEqual([mail])

  const server = await aMailServer(port)
  expect((await shop.post(`/api/mails/${mail._id}/retry`, undefined, boss.headers)).status).toBe(200)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  expect(await undelivered()).toEqual([])
  expect((await shop.post(`/api/mails/${mail._id}/retry`, undefined, boss.headers)).status).toBe(404)
  await server.stop()
})

test('however often a mail is sent, it has one Message-ID and one date', async () => {
  const server = await aMailServer()
  const shop = await aShop({
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'shop@parts.example',
  })
  const mail = { id: 'same1', recipient: 'boss@shop.example', subject: 'Again', body: 'Hello', attempts: 0 }
  const created_at = '2026-01-02T03:04:05.000Z'
  for (const times of [1, 2]) {
    await shop.db
      .insertInto('mails')
      .values({ ...mail, created_at, due_at: new Date().toISOString() })
      .execute()
    await shop.mailWorker.wake()
    await vi.waitFor(() => expect(server.mails).toHaveLength(times))
    await vi.waitFor(async () => expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([]))
  }
  const [first] = server.mails
  expect(first!.text).toContain('Message-ID: <same1@parts.example>')
  const heads = ['Message-ID', 'Date'].map((name) => new RegExp(`^${name}: .*\r$`, 'm'))
  for (const head of heads) expect(head.exec(server.mails[1]!.text)![0]).toBe(head.exec(first!.text)![0])
  await server.stop()
})

test('two servers on one database send a mail once', async () => {
  const server = await aMailServer()
  const settings = { DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${server.port}` }
  const shop = await aShop(settings)
  const workers = [shop.mailWorker]
  // SQLite has one server only; there, two rounds of the same mailWorker meet.
  if (shop.database.engine === 'postgres')
    workers.push((await aShop({ ...shop.settings, ...settings })).mailWorker)
  else workers.push(shop.mailWorker)
  await Promise.all([1, 2, 3].map((n) => shop.post('/api/contact', { ...message, message: `Number ${n}` })))
  await Promise.all([...workers, ...workers].map((worker) => worker.wake()))
  await vi.waitFor(async () => expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([]))
  expect(server.mails).toHaveLength(3)
  await server.stop()
})
