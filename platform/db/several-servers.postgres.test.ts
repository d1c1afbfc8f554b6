import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { openFlakyProxy } from '~/test/flaky-proxy.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, testSettings } from '~/test/shop.ts'

describe('several servers on one PostgreSQL', () => {
  const rename = (shop: TestShop, name: string) =>
    shop.database.change(['products'], (tx) =>
      tx.updateTable('products').set({ product_name: name }).where('id', '=', 'battery').execute(),
    )
  const sees = (shop: TestShop, name: string) =>
    vi.waitFor(async () => expect((await shop.get('/api/service/battery')).json().productName).toBe(name), {
      timeout: 20_000,
      interval: 20,
    })

  test('may start at once on an empty database: it is made and filled once', async () => {
    const data = await testSettings()
    const shops = await Promise.all(Array.from({ length: 4 }, () => aShop(data)))
    for (const shop of shops) expect((await shop.get('/api/services')).json()).toHaveLength(18)
    expect((await shops[0]!.get('/api/blogs')).json()).toHaveLength(12)
  })

  test('hear of what another one has changed', async () => {
    const first = await aShop()
    const second = await aShop(first.settings)
    for (const [changing, hearing] of [
      [first, second],
      [second, first],
    ] as const) {
      const name = `Battery of ${crypto.randomUUID()}`
      for (const path of ['/shop', '/', '/api/service/battery', '/blogs']) await hearing.get(path)
      const blogs = (await hearing.get('/blogs')).headers.etag!
      await rename(changing, name)
      await sees(hearing, name)
      expect((await hearing.get('/shop')).text).toContain(name)
      expect((await hearing.get('/blogs', { 'if-none-match': blogs })).status).toBe(304)
    }
  })

  test('show within a second what another one has changed', async () => {
    const first = await aShop()
    const second = await aShop(first.settings)
    await sees(second, (await first.get('/api/service/battery')).json().productName)
    const waitedMs: number[] = []
    for (let round = 0; round < 5; round += 1) {
      await rename(first, `Battery notified ${round}`)
      const toldAt = performance.now()
      await sees(second, `Battery notified ${round}`)
      waitedMs.push(performance.now() - toldAt)
    }
    // The middle one: on a machine that is busy with other things any single one may wait for its turn.
    expect(waitedMs.sort((a, b) => a - b)[2]).toBeLessThan(1000)
  })

  test('hear again after the connection for notices was cut', async () => {
    const first = await aShop()
    const second = await aShop(first.settings)
    await sees(second, (await first.get('/api/service/battery')).json().productName)
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen %'`.execute(first.db)
    for (let round = 0; round < 3; round += 1) {
      await cut()
      await rename(first, `Battery of round ${round}`)
      await sees(second, `Battery of round ${round}`)
    }
  })

  test('find by themselves what a server that died at once could not tell', async () => {
    const shop = await aShop()
    await sees(shop, (await shop.get('/api/service/battery')).json().productName)
    const dying = new pg.Client({ connectionString: shop.settings.DATABASE_URL! })
    await dying.connect()
    await dying.query("update products set product_name = 'Untold' where id = 'battery'")
    await dying.end()
    await sees(shop, 'Untold')
  })

  test('go on after the database server has cut every connection', async () => {
    const shop = await aShop()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db)
    await vi.waitFor(async () => expect((await shop.get('/readyz')).status).toBe(200), { timeout: 20_000 })
    await vi.waitFor(() => rename(shop, 'After the cut'), { timeout: 20_000 })
    await sees(shop, 'After the cut')
  })
})

test('while the database is silent or gone, pages in memory are shown with a note, everybody else is asked to come back, and nothing needs a restart', async () => {
  const data = await testSettings()
  const proxy = await openFlakyProxy(data.DATABASE_URL!)
  const shop = await aShop({ ...data, DATABASE_URL: proxy.url })
  const inMemory = ['/', '/shop', '/blogs', '/api/services', '/api/service/battery']
  let asked = 0
  const asks = [
    () => shop.get(`/api/service/battery?never=${++asked}`),
    () => shop.get(`/shop?q=never${++asked}`),
    () => shop.get('/readyz'),
    () => shop.post('/api/newsletter/ada@shop.example'),
    () => shop.post('/identity/sign-in/email', { email: 'ada@shop.example', password: 'Wrong1234' }),
  ]
  const expectAway = async () => {
    for (const answer of await Promise.all(asks.map((ask) => ask()))) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  }
  const expectShownWithNote = async () => {
    for (const path of inMemory) {
      const { status, headers } = await shop.get(path)
      expect(status, path).toBe(200)
      expect(headers['cache-status'], path).toMatch(/^car-parts; fwd=stale; fwd-status=503/)
    }
  }
  for (const fault of ['silence', 'drop'] as const) {
    for (const path of inMemory) expect((await shop.get(path)).headers['cache-status']).toBeUndefined()
    proxy[fault]()
    await expectAway()
    await vi.waitFor(expectShownWithNote, { timeout: 20_000, interval: 100 })
    await expectAway()
    await proxy.restore()
    await vi.waitFor(
      async () => {
        for (const ask of asks) expect((await ask()).status).toBeLessThan(500)
      },
      { timeout: 40_000, interval: 200 },
    )
  }
})

describe('a shop that is opened again', () => {
  test('keeps what was changed, and the demo is not filled in twice', async () => {
    const shop = await aShop()
    await shop.database.change(['products'], (tx) => tx.deleteFrom('products').execute())
    await shop.app.close()
    const again = await aShop(shop.settings)
    expect((await again.get('/api/services')).json()).toEqual([])
    expect((await again.get('/api/blogs')).json()).toHaveLength(12)
  })
})
