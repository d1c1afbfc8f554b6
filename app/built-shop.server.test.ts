import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openBeside } from '~/platform/db/database.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { launchBuilt, startBuilt } from '~/test/built.ts'
import { expectSecurityHeaders } from '~/test/expect-response.ts'
import { send } from '~/test/http.ts'
import { newest } from '~/test/outbox.ts'
import { aFolder, aShop, onPostgres, testSettings } from '~/test/shop.ts'

vi.setConfig({ testTimeout: 120_000 })

test('the built shop opens, says where it is, and serves its files for ever', async () => {
  const shop = await startBuilt(await testSettings())
  const page = await shop.get('/')
  expect(page.status).toBe(200)
  const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThan(3)
  for (const path of new Set(files)) {
    const file = await send(shop.url, path, { headers: { 'accept-encoding': 'br' } })
    expect(file.status, path).toBe(200)
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expectSecurityHeaders(file.headers)
    if (/\.(js|css)$/.test(path)) expect(file.headers['content-encoding']).toBe('br')
  }
  expect((await shop.get('/readyz')).json()).toEqual({ ok: true })
  expect(shop.output()).toMatch(/Car Parts is open/)
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('a shop that is asked to close finishes the request it is in, and takes no new one', async () => {
  const shop = await startBuilt({ ...(await testSettings('tables')), DEMO: 'off' })
  const idle = connect(Number(new URL(shop.url).port), '127.0.0.1')
  await once(idle, 'connect')
  const body = JSON.stringify({ email: 'ada@shop.example', message: 'Half of this comes after the signal.' })
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write(
    'POST /api/contact HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: application/json\r\n' +
      `expect: 100-continue\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  )
  const [goOn] = await once(socket, 'data')
  expect(String(goOn)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  const answer = text(socket)
  shop.child.kill('SIGTERM')
  const knock = () => shop.get('/healthz').then(({ status }) => status, String)
  await expect.poll(knock).toMatch(/ECONNREFUSED/)
  socket.write(body.slice(20))
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+"insertedId"/)
  expect(await shop.ended).toBe(0)
  idle.destroy()
})

test('wrong settings end the start with one sentence each, and no stack', async () => {
  const { ended, output } = launchBuilt({ DATA_DIR: aFolder(), PORT: 'x', SMTP_URL: 'y' })
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^The shop cannot start with these settings:\n {2}PORT: .+\n {2}SMTP_URL: .+\n$/)
})

test('a port that is taken ends the start with a sentence', async () => {
  const first = await startBuilt({ ...(await testSettings('tables')), DEMO: 'off' })
  const { port } = new URL(first.url)
  const data = await testSettings()
  const second = launchBuilt({ ...data, DEMO: 'off', PORT: port })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `Port ${port} is taken: another program listens there. Take another port, like: PORT=${Number(port) + 1} npm start\n`,
  )
  expect(readdirSync(data.DATA_DIR!)).toEqual([])
})

test('a quiet start prints the welcome and nothing else, and stopping says goodbye in one line', async () => {
  const data = await testSettings()
  for (const settings of [data, data, { ...data, DEMO: 'off' }]) {
    const shop = await startBuilt(settings)
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    const [welcome, goodbye] = shop.output().split('\n\nCar Parts is closed. Goodbye.\n')
    expect(welcome).toMatch(/^\nCar Parts is open\n[^{]+$/)
    expect(goodbye).toBe('')
  }
})

test('a database that cannot be opened is explained by its setting, without its password', async () => {
  const DATABASE_URL = 'postgres://shop:top-secret@127.0.0.1:1/shop'
  const { ended, output } = launchBuilt({ DATA_DIR: aFolder(), DATABASE_URL })
  expect(await ended).toBe(1)
  expect(output()).toBe(
    'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1. Is it running, and is the port right?\n',
  )
})

if (process.platform === 'linux')
  test('a folder that cannot be made ends the start at once with a sentence', async () => {
    const { ended, output } = launchBuilt({ DATA_DIR: '/proc/nope/shop' })
    expect(await ended).toBe(1)
    expect(output()).toBe('DATA_DIR: the folder /proc/nope/shop cannot be made.\n')
  })

test('a shop that could not take an order is not ready, and the log says why', async () => {
  const data = await testSettings('demo')
  const shop = await startBuilt(data)
  expect((await shop.get('/readyz')).status).toBe(200)
  const beside = openBeside({ dataDir: data.DATA_DIR!, databaseUrl: data.DATABASE_URL }, createLog('silent'))
  await sql`alter table receipt_counters rename to gone`.execute(beside)
  await expect.poll(async () => (await shop.get('/readyz')).status, { timeout: 20_000 }).toBe(503)
  expect((await shop.get('/healthz')).status).toBe(200)
  await expect.poll(shop.output).toMatch(/"The database lacks receipt_counters, .+"the shop is not ready"/)
  await sql`alter table gone rename to receipt_counters`.execute(beside)
  await expect.poll(async () => (await shop.get('/readyz')).status, { timeout: 20_000 }).toBe(200)
  await expect.poll(shop.output).toContain('the shop is ready again')
  await beside.destroy()
})

if (!onPostgres)
  test('a shop whose disk is full is not ready', async () => {
    const shop = await aShop()
    await sql`pragma max_page_count = 1`.execute(shop.db)
    expect((await shop.get('/readyz')).json()).toMatchObject({ reason: 'not_ready' })
  })

test('a shop refuses a database of a newer version, and changes nothing in it', async () => {
  const data = await testSettings('tables')
  const first = await aShop(data)
  const name = '999-of-the-future'
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(first.db)
  await first.app.close()
  const { ended, output } = launchBuilt(data)
  expect(await ended).toBe(1)
  expect(output()).toBe(
    `This shop is older than its database: it does not know ${name}. Start the newer version, or restore a backup of this one.\n`,
  )
})

test('logs say what happened, but nothing about who', async () => {
  const data = await testSettings()
  const shop = await startBuilt({ ...data, LOG_LEVEL: 'trace', TRUST_PROXY: 'on' })
  const caller = {
    'x-forwarded-for': '203.0.113.77',
    'user-agent': 'secret-agent',
    cookie: 'secret-cookie=1',
  }
  const post = (path: string, body: unknown) =>
    send(shop.url, path, { method: 'POST', body, headers: caller })
  await post('/api/contact', { email: 'secret-person@shop.example', message: 'secret-message' })
  await post('/api/contact', { email: 'secret-person@', message: 'secret-message' })
  await post('/api/newsletter/secret-person@shop.example', {})
  await post('/api/newsletter/secret-person', {})
  const account = { name: 'Secret Person', email: 'secret-person@shop.example', password: 'Secret1234' }
  await post('/identity/sign-up/email', account)
  await post('/identity/sign-in/email', account)
  await send(shop.url, '/identity/sign-in/email', {
    method: 'POST',
    body: account,
    headers: { ...caller, origin: 'https://secret-origin.example' },
  })
  // What strangers are refused is no error of the shop.
  const crossSite = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  await send(shop.url, '/identity/sign-in/email', {
    method: 'POST',
    body: account,
    headers: { ...caller, ...crossSite },
  })
  for (const query of ['', '?state=secret-state&code=secret-code', '?error=secret-error'])
    await send(shop.url, `/identity/callback/google${query}`, { headers: caller })
  await post('/identity/request-password-reset', account)
  await post('/identity/verify-email', { token: 'secret-token' })
  await send(shop.url, '/api/orders/secret-person@shop.example', {
    headers: { ...caller, authorization: 'Bearer secret-token' },
  })
  for (const path of [
    '/shop?q=secret-query',
    '/api/services?q=secret-query',
    '/secret-path?token=secret-token',
    '/%zz-secret',
  ])
    await send(shop.url, path, { headers: caller })
  await newest(data.DATA_DIR!, 'workshop@carparts.example')
  await newest(data.DATA_DIR!, account.email)
  shop.child.kill('SIGTERM')
  await shop.ended
  const lines = shop.output()
  expect(lines).toContain('"route":"/api/contact"')
  expect(lines).toMatch(/"reqId":"[0-9a-f-]{36}"/)
  expect(lines).not.toMatch(/secret|203\.0\.113\.77/i)
  expect(lines).not.toContain('"level":50')
  expect(openToOthers(data.DATA_DIR!)).toEqual([])
})

/** Files and folders that anybody but the owner may read or change. */
const openToOthers = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => statSync(join(folder, name)).mode & 0o077,
  )

if (onPostgres)
  test('a database that does not exist is named with the way to make it', async () => {
    const url = new URL((await testSettings()).DATABASE_URL!)
    url.pathname = '/no_such_shop'
    const { ended, output } = launchBuilt({ DATA_DIR: aFolder(), DATABASE_URL: url.href })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /^DATABASE_URL: there is no database no_such_shop at .+createdb no_such_shop The server says: .+\n$/,
    )
  })

if (onPostgres)
  test('not even an error of the database brings a customer into the logs', async () => {
    const data = await testSettings('tables')
    const shop = await startBuilt({ ...data, DEMO: 'off' })
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: data.DATABASE_URL })
    await client.connect()
    await client.query("alter table contact_messages add check (message <> 'secret-message')")
    await client.end()
    const body = { email: 'secret-person@shop.example', message: 'secret-message' }
    expect((await send(shop.url, '/api/contact', { method: 'POST', body })).status).toBe(500)
    shop.child.kill('SIGTERM')
    await shop.ended
    expect(shop.output()).toContain('violates check constraint')
    expect(shop.output()).not.toMatch(/secret/)
  })

if (!onPostgres)
  test('a second shop on one data folder is refused, and after a crash the folder is free again', async () => {
    const data = await testSettings('demo')
    const first = await startBuilt(data)
    const second = launchBuilt(data)
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(
      /^Another shop is already running on the data folder .+DATA_DIR.+DATABASE_URL/,
    )
    expect((await first.get('/shop')).status).toBe(200)

    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    const third = await startBuilt(data)
    expect((await third.get('/api/services')).json()).toHaveLength(18)
  })
