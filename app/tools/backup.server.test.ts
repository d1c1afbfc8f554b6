import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { logIn } from '~/test/people.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aFolder, aShop, onPostgres, testSettings } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { tool } from '~/test/tool.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const customer = { email: 'customer@carparts.example', password: 'Customer1234' }
let shop: TestShop
let picture: { address: string; bytes: Buffer }
let folder: string
/** A backup of the shop as it was when nobody had bought anything yet. */
let file: string
beforeAll(async () => {
  // One buyer of this shop orders without end.
  shop = await aShop({ MOST_UNPAID_ORDERS: '0' })
  folder = aFolder()
  const admin = await signedIn(shop, { email: 'keeper@backup.example', admin: true })
  const form = new FormData()
  form.append('image', new Blob([(await aPng()) as BlobPart]), 'part.png')
  const sent = await fetch(`${shop.url}/api/images`, { method: 'POST', headers: admin.headers, body: form })
  const address = ((await sent.json()) as { data: { url: string } }).data.url
  picture = { address, bytes: (await shop.get(address)).bytes }
  file = join(folder, 'shop.gz')
  expect(await tool('backup', shop.settings, file)).toMatchObject({ code: 0, problems: '' })
})

test('a restored shop is the same in every row and picture, and knows its people', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const data = await testSettings()
  expect((await tool('restore', data, file)).code).toBe(0)
  const copy = join(folder, 'copy.gz')
  expect((await tool('backup', data, copy)).code).toBe(0)
  const original = rowsIn(file)
  expect(Object.keys(original).length).toBeGreaterThan(20)
  expect(original.image_copies!.length).toBeGreaterThan(0)
  expect(rowsIn(copy)).toEqual(original)

  const token = (await logIn(shop, customer)).headers
  const again = await aShop(data)
  expect((await again.get(picture.address)).bytes.equals(picture.bytes)).toBe(true)
  await logIn(again, customer)
  // Signed with the secret of the first shop, for a session that was opened after the backup.
  expect((await again.get(`/api/orders/${customer.email}`, token)).status).toBe(401)
  expect((await again.get('/api/services')).text).toBe((await shop.get('/api/services')).text)
  expect((await again.get('/api/services?page=1')).headers['x-total-count']).toBe('18')
})

test('a backup made while the shop sells holds one moment: every order that was answered before, and no half one', async () => {
  const tyre = await aProduct(shop, { availableQty: 100_000 })
  const buyer = await signedIn(shop, { email: 'buyer@backup.example' })
  const answered: string[] = []
  let selling = true
  const buy = async () => {
    while (selling) {
      const input = { productId: tyre.id, productName: tyre.name, quantity: 1, price: tyre.price, size: 'M' }
      const answer = await shop.post('/api/orders', input, buyer.headers)
      expect(answer.status).toBe(200)
      answered.push(answer.json().insertedId)
    }
  }
  const buyers = [buy(), buy(), buy(), buy()]
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(20), 60_000)
  const before = [...answered]
  const busy = join(folder, 'selling.gz')
  expect(await tool('backup', shop.settings, busy)).toMatchObject({ code: 0, problems: '' })
  const during = answered.length
  selling = false
  await Promise.all(buyers)
  expect(during).toBeGreaterThan(before.length)

  const data = await testSettings()
  expect(await tool('restore', data, busy)).toMatchObject({ code: 0, problems: '' })
  const again = await aShop(data)
  const { rows } = await sql<{ id: string }>`select id from orders`.execute(again.db)
  const ids = new Set(rows.map(({ id }) => id))
  expect(before.filter((id) => !ids.has(id))).toEqual([])
  const { left, booked } = await stockOf(again, tyre.id)
  expect(left).toBe(booked)
  const sold = await sql`select id from orders where product_id = ${tyre.id}`.execute(again.db)
  expect(left).toBe(100_000 - sold.rows.length)
})

if (onPostgres)
  test('a backup of PostgreSQL can be restored on one machine alone, and back again', async () => {
    const file = join(folder, 'moving.gz')
    await tool('backup', shop.settings, file)
    const alone = { DATA_DIR: aFolder() }
    expect(await tool('restore', alone, file)).toMatchObject({ code: 0, problems: '' })
    const small = await aShop({ ...alone, DATABASE_URL: '' })
    await logIn(small, customer)
    expect((await small.get(picture.address)).bytes.equals(picture.bytes)).toBe(true)
    await small.app.close()

    const moved = join(folder, 'moved.gz')
    await tool('backup', alone, moved)
    const data = await testSettings()
    expect(await tool('restore', data, moved)).toMatchObject({ code: 0, problems: '' })
    const large = await aShop(data)
    await logIn(large, customer)
  })

test('a shop that is not empty is replaced only when one insists', async () => {
  const data = await testSettings()
  const other = await aShop(data)
  await aProduct(other, { name: 'Only here' })
  await other.app.close()
  const refused = await tool('restore', data, file)
  expect(refused.code).toBe(1)
  expect(refused.problems).toMatch(/^This shop is not empty\. .+--force.+\n$/)
  expect((await tool('restore', data, file, '--force')).code).toBe(0)
  const replaced = await aShop(data)
  expect((await replaced.get('/api/services')).text).not.toContain('Only here')
  expect((await replaced.get('/api/services?page=1')).headers['x-total-count']).toBe('18')
})

test('a file that is damaged or no backup restores nothing', async () => {
  const bytes = readFileSync(file)
  const damaged = join(folder, 'damaged.gz')
  writeFileSync(damaged, bytes.subarray(0, bytes.length / 2))
  const other = join(folder, 'other.gz')
  writeFileSync(other, 'hello')
  const data = await testSettings()
  const own = await aShop(data)
  await own.app.close()
  for (const wrong of [damaged, other]) {
    const { code, problems } = await tool('restore', data, wrong, '--force')
    expect(code).toBe(1)
    expect(problems).toMatch(/^.+(cannot be read|cut short|no backup).+\n$/)
  }
  const after = await aShop(data)
  expect((await after.get('/api/services')).json()).toHaveLength(18)
})

if (!onPostgres)
  test('a shop that is open is not restored over', async () => {
    const { code, problems } = await tool('restore', shop.settings, file, '--force')
    expect(code).toBe(1)
    expect(problems).toMatch(/already running/)
  })

/** The lines of each table, in no particular order. */
function rowsIn(file: string) {
  const tables: Record<string, string[]> = {}
  let rows: string[] = []
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n')) {
    const { table } = JSON.parse(line)
    if (table) {
      rows = []
      tables[table] = rows
    } else if (line.startsWith('[')) rows.push(line)
  }
  for (const name of Object.keys(tables)) tables[name]!.sort()
  return tables
}
