import { expect, test, vi } from 'vitest'
import { aMailServer } from '~/test/mail-server.ts'
import { aShop } from '~/test/shop.ts'

const message = { email: 'ada@shop.example', message: 'Do you fit tyres?' }

test('a mail reaches the mail server once, addressed to the workshop', async () => {
  const server = await aMailServer()
  const shop = await aShop({
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SHOP_EMAIL: 'boss@shop.example',
  })
  await shop.post('/api/contact', message)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  expect(server.mails[0]!.recipients).toEqual(['boss@shop.example'])
  expect(server.mails[0]!.text).toMatch(/^Reply-To: ada@shop\.example\r$/m)
  await shop.postman.hurry()
  expect(server.mails).toHaveLength(1)
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
  await shop.postman.hurry()
  const [waiting] = await queued()
  expect(Date.parse(waiting!.due_at)).toBeGreaterThan(Date.now() + 60_000)
  await shop.db.updateTable('mails').set({ due_at: new Date().toISOString() }).execute()
  await shop.app.close()

  const server = await aMailServer(port)
  const reopened = await aShop({ ...shop.settings, ...settings })
  await Promise.all([reopened.postman.hurry(), reopened.postman.hurry()])
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await vi.waitFor(async () =>
    expect(await reopened.db.selectFrom('mails').selectAll().execute()).toEqual([]),
  )
  expect(server.mails[0]!.text).toContain('Do you fit tyres?')
  await server.stop()
})

test('two servers on one database send a mail once', async () => {
  const server = await aMailServer()
  const settings = { DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${server.port}` }
  const shop = await aShop(settings)
  const postmen = [shop.postman]
  // SQLite has one server only; there, two rounds of the same postman meet.
  if (shop.database.engine === 'postgres')
    postmen.push((await aShop({ ...shop.settings, ...settings })).postman)
  else postmen.push(shop.postman)
  await Promise.all([1, 2, 3].map((n) => shop.post('/api/contact', { ...message, message: `Number ${n}` })))
  await Promise.all([...postmen, ...postmen].map((postman) => postman.hurry()))
  await vi.waitFor(async () => expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([]))
  expect(server.mails).toHaveLength(3)
  await server.stop()
})
