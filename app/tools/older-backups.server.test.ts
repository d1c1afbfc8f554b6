import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import released from '~/database/migrations/released.json' with { type: 'json' }
import { launchBuilt } from '~/test/built.ts'
import { logIn } from '~/test/people.ts'
import { aFolder, aShop, testSettings } from '~/test/shop.ts'
import { tool } from '~/test/tool.ts'

vi.setConfig({ testTimeout: 120_000 })

const folder = join(import.meta.dirname, '../../database/backup/released')
const backups = readdirSync(folder)
const backup = (name: string) => join(folder, name)
const customer = { email: 'customer@carparts.example', password: 'Customer1234' }

test('there is a backup of the last release', () => {
  expect(backups).toContain(`${Object.keys(released).toSorted().at(-1)}.backup.gz`)
})

describe.each(backups)('a backup of an older version, %s,', (name) => {
  test('is restored into an empty shop, which opens and sells', async () => {
    const data = await testSettings()
    const restored = await tool('restore', data, backup(name))
    expect(restored).toMatchObject({ code: 0, problems: '' })
    expect(restored.output).toContain(`${rowsIn(name)} rows are back`)
    // Slow passwords: those of the backup were hashed by a shop that is no test.
    const shop = await aShop(data, { passwords: 'slow' })
    expect((await shop.get('/readyz')).status).toBe(200)
    for (const path of ['/', '/shop', '/api/services', '/blogs'])
      expect((await shop.get(path)).status, path).toBe(200)
    const { headers } = await logIn(shop, customer)
    const mine = `/api/orders/${customer.email}`
    const before = (await shop.get(mine, headers)).json().length
    expect(before).toBeGreaterThan(0)
    const [part] = (await shop.get('/api/services')).json()
    const quantity = part.orderQty
    const order = { productId: part._id, productName: part.productName, quantity, size: 'M' }
    const input = { ...order, price: part.price * quantity }
    expect((await shop.post('/api/orders', input, headers)).json()).toHaveProperty('insertedId')
    expect((await shop.get(mine, headers)).json()).toHaveLength(before + 1)
  })
})

test('a shop of a newer version goes back to the backup that was made before its upgrade', async () => {
  const data = await testSettings('tables')
  const shop = await aShop(data)
  const future = '999-of-the-future'
  await sql`insert into kysely_migration (name, timestamp) values (${future}, '2030-01-01')`.execute(shop.db)
  await sql`create table of_the_future (id text primary key)`.execute(shop.db)
  await shop.app.close()
  const restored = await tool('restore', data, backup(backups.at(-1)!), '--force')
  expect(restored).toMatchObject({ code: 0, problems: '' })
  expect((await (await aShop(data)).get('/shop')).status).toBe(200)
})

test('a backup of a newer version is refused in a sentence, and nothing is changed', async () => {
  const file = join(aFolder(), 'newer.gz')
  const [head = '', ...lines] = gunzipSync(readFileSync(backup(backups.at(-1)!)))
    .toString()
    .split('\n')
  const { migrations, ...rest } = JSON.parse(head)
  const newer = JSON.stringify({ ...rest, migrations: [...migrations, '999-of-the-future'] })
  writeFileSync(file, gzipSync([newer, ...lines].join('\n')))
  const data = await testSettings('demo')
  expect(await tool('restore', data, file, '--force')).toMatchObject({
    code: 1,
    problems:
      'This shop is older than the backup: it does not know 999-of-the-future. Restore it with the version that made it, or a newer one.\n',
  })
  expect((await (await aShop(data)).get('/api/services')).json()).toHaveLength(18)
})

test('a backup is verified in a scratch database: the shop that it belongs to is not touched', async () => {
  const data = await testSettings('demo')
  const shop = await aShop(data)
  const before = (await shop.get('/api/services')).text
  const old = await tool('backup', data, '--verify', backup(backups[0]!))
  expect(old).toMatchObject({ code: 0, problems: '' })
  expect(old.output).toMatch(
    /can be restored: 100 rows with 18 products, 5 orders and 2 people,\nmade at 2026-.+Z with 16 migrations, to which \d+ newer ones were added\./,
  )
  const own = await tool('backup', data, '--verify')
  expect(own).toMatchObject({ code: 0, problems: '' })
  expect(own.output).toMatch(/are kept in .+\n.+can be restored: .+ 18 products/)
  const cut = join(aFolder(), 'cut.gz')
  writeFileSync(cut, readFileSync(backup(backups[0]!)).subarray(0, 5000))
  expect(await tool('backup', data, '--verify', cut)).toMatchObject({ code: 1, output: '' })
  expect((await shop.get('/api/services')).text).toBe(before)
})

test('a database that lacks a table or a column is not opened, and what it lacks is named', async () => {
  const data = await testSettings('demo')
  const shop = await aShop(data)
  await sql`drop table receipt_counters`.execute(shop.db)
  await sql`alter table orders rename column size to old_size`.execute(shop.db)
  await shop.app.close()
  const { ended, output } = launchBuilt(data)
  expect(await ended).toBe(1)
  expect(output()).toBe(
    'The database lacks orders.size, receipt_counters, though its list of migrations says that all were applied. ' +
      'Restore a backup into it, also one of an older version: npm run restore -- FILE --force\n',
  )
})

const rowsIn = (name: string) =>
  JSON.parse(
    gunzipSync(readFileSync(backup(name)))
      .toString()
      .trim()
      .split('\n')
      .at(-1)!,
  ).rows
