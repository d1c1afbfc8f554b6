import { CompiledQuery } from 'kysely'
import { expect, test, vi } from 'vitest'
import { launchBuilt } from '~/test/built.ts'
import { openFlakyProxy } from '~/test/flaky-proxy.ts'
import { openPooler } from '~/test/pooler.ts'
import { aFolder, aShop, testSettings } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { onServer } from '~/test/templates.ts'

vi.setConfig({ testTimeout: 120_000 })

/** What a start says that does not get as far as opening. */
async function refusalOf(DATABASE_URL: string) {
  const { ended, output } = launchBuilt({ DATA_DIR: aFolder(), DATABASE_URL })
  expect(await ended).toBe(1)
  return output()
}
const soon = { timeout: 30_000, interval: 100 }

test('a pooler in session mode needs no setting, and long statements still end', async () => {
  const data = await testSettings('tables')
  const shop = await aShop({ ...data, DATABASE_URL: await openPooler(data.DATABASE_URL!, 'session') })
  expect((await shop.get('/readyz')).status).toBe(200)
  const shown = async (name: string) =>
    (await shop.database.db.executeQuery<Record<string, string>>(CompiledQuery.raw(`show ${name}`))).rows[0]![
      name
    ]
  expect(await shown('statement_timeout')).toBe('15s')
  expect(await shown('idle_in_transaction_session_timeout')).toBe('30s')
})

test('a pooler in transaction mode is refused at the start, because notices get lost there', async () => {
  const { DATABASE_URL } = await testSettings('tables')
  const url = await openPooler(DATABASE_URL!, 'transaction')
  expect(await refusalOf(url)).toBe(
    `DATABASE_URL: notices do not come through 127.0.0.1:${new URL(url).port}, which seems to be a pooler in transaction mode. Set its pool_mode to session, or give the address of PostgreSQL itself.\n`,
  )
})

test('the words of a server that refuses are shown', async () => {
  const { DATABASE_URL } = await testSettings('tables')
  const url = new URL(await openPooler(DATABASE_URL!, 'session'))
  url.searchParams.set('statement_timeout', '1000')
  expect(await refusalOf(url.href)).toBe(
    `DATABASE_URL: the server at 127.0.0.1:${url.port} refuses. The server says: unsupported startup parameter: statement_timeout\n`,
  )
})

test('of several hosts the one that answers is used, and another one when it is gone', async () => {
  const data = await testSettings('demo')
  const hosts = [await openFlakyProxy(data.DATABASE_URL!), await openFlakyProxy(data.DATABASE_URL!)]
  const url = new URL(data.DATABASE_URL!)
  const names = hosts.map((proxy) => new URL(proxy.url).host).join(',')
  hosts[0]!.drop()
  const shop = await aShop({ ...data, DATABASE_URL: data.DATABASE_URL!.replace(url.host, names) })
  expect((await shop.get('/shop')).status).toBe(200)
  await hosts[0]!.restore()
  hosts[1]!.drop()
  await vi.waitFor(async () => expect((await shop.get('/readyz')).status).toBe(200), soon)
  const buyer = await signedIn(shop, { email: 'buyer@hosts.example' })
  expect((await shop.get('/api/orders/buyer@hosts.example', buyer.headers)).json()).toEqual([])
})

test('a server that takes no changes is refused at the start, and means 503 and not 500 later on', async () => {
  const data = await testSettings('demo')
  const name = new URL(data.DATABASE_URL!).pathname.slice(1)
  const shop = await aShop(data)
  const takesChanges = async (takes: 'off' | 'on') => {
    await onServer(
      `alter database ${name} set default_transaction_read_only = ${takes === 'on' ? 'off' : 'on'}`,
    )
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  const register = () => shop.post('/api/newsletter/ada@shop.example')
  await takesChanges('off')
  await vi.waitFor(async () => expect((await shop.get('/readyz')).status).toBe(503), soon)
  expect((await shop.get('/api/service/battery')).status).toBe(200)
  expect((await register()).json()).toMatchObject({ reason: 'unavailable' })
  expect(await refusalOf(data.DATABASE_URL!)).toMatch(
    /^DATABASE_URL: the server at .+ takes no changes: it is a standby, or read-only\. Give the address of the primary\./,
  )
  await takesChanges('on')
  await vi.waitFor(async () => expect((await shop.get('/readyz')).status).toBe(200), soon)
  await vi.waitFor(async () => expect((await register()).status).toBe(200), soon)
})
