import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const many = 20_050
let shop: TestShop
let boss: Awaited<ReturnType<typeof signedIn>>
/** All orders of the list, as it stands. */
let ids: string[]

beforeAll(async () => {
  shop = await aShop()
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  await shop.db.deleteFrom('orders').execute()
  await fill(sql`orders (id, customer_id, email, user_name, product_id, product_name, image, unit_cents, price_cents,
    quantity, size, state, created_at, search_text)
    select 'o_' || n, ${boss.userId}, 'ada@example.com', 'Ada', 'p', 'Part', '/products/part.webp', 0, 0, 1, 'M', 'unpaid',
      '2025-01-01T00:00:00.' || substr(cast(100000 + n / 3 as text), 2) || 'Z',
      case n when 0 then 'zebra giraffe' when ${many - 1} then 'giraffe' else 'part' end from numbers`)
  await fill(sql`users (id, email, name, role, created_at)
    select 'u' || n, 'person_' || substr(cast(100000 + n as text), 2) || '@example.com', 'Person', 'user', ''
    from numbers`)
  ids = await idsIn(await list('/api/orders'))
})

const fill = (rows: ReturnType<typeof sql>) =>
  sql`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${sql.lit(many)})
    insert into ${rows}`.execute(shop.db)
const list = (path: string) => shop.get(path, boss.headers)
type Answer = Awaited<ReturnType<typeof list>>
const idsIn = (answer: Answer): string[] => answer.json().map(({ _id }: { _id: string }) => _id)
const pageOf = (answer: Answer) => ({
  ids: idsIn(answer),
  total: Number(answer.headers['x-total-count']),
  from: answer.headers['x-from'] as string | undefined,
  next: answer.headers['x-next-from'] as string | undefined,
  previous: answer.headers['x-previous-from'] as string | undefined,
})
const orders = async (query: string) => pageOf(await list(`/api/orders?${query}`))

test('without a page the list is whole, newest first', () => {
  expect(ids).toHaveLength(many)
  expect(ids.slice(0, 2)).toEqual([`o_${many - 1}`, `o_${many - 2}`])
})

test.each(['/api/orders', '/api/orders/boss@example.com'])(
  'the pages of %s are numbered up to ten thousand rows, and lead from one to the next beyond',
  async (path) => {
    const read = async (query: string) => pageOf(await list(`${path}?limit=40&${query}`))
    const first = await read('page=1')
    expect(first).toMatchObject({ ids: ids.slice(0, 40), total: 10_000, previous: undefined })
    expect((await read(`from=${first.next}`)).ids).toEqual(ids.slice(40, 80))
    const last = await read('page=250')
    expect(last).toMatchObject({ ids: ids.slice(9960, 10_000), total: 10_000 })
    const beyond = await read(`from=${last.next}`)
    expect(beyond).toMatchObject({ ids: ids.slice(10_000, 10_040), total: 20_000 })
    expect((await read(`from=${beyond.previous}`)).ids).toEqual(last.ids)
    const farther = await read(`from=${beyond.next}&page=250`)
    expect(farther.ids).toEqual(ids.slice(20_000, 20_040))
    const end = await read(`from=${farther.next}`)
    expect(end).toMatchObject({ ids: ids.slice(20_040), total: many, next: undefined })
  },
)

test('from the last page of a long list Newer leads back over all pages, and in the end to the first', async () => {
  let page = await orders('page=7&limit=48')
  expect(page.ids).toEqual(ids.slice(288, 336))
  for (let first = 240; first > 0; first -= 48) {
    page = await orders(`limit=48&from=${page.previous}`)
    expect(page.ids).toEqual(ids.slice(first, first + 48))
  }
  expect(page.previous).toBeUndefined()
})

test('a page that goes beyond ten thousand rows ends there, and a later one says how to go on', async () => {
  const last = await orders('page=209&limit=48')
  expect(last.ids).toEqual(ids.slice(9984, 10_000))
  expect((await orders(`limit=48&from=${last.next}`)).ids).toEqual(ids.slice(10_000, 10_048))
  const beyond = await list('/api/orders?page=210&limit=48')
  expect([beyond.status, beyond.json()]).toEqual([
    422,
    { reason: 'page_too_far', message: expect.stringContaining('?from=') },
  ])
  expect(await orders('page=1000&state=paid')).toMatchObject({ ids: [], total: 0 })
})

test('an address that names no row shows the first page, and one that names a row that is gone the next ones', async () => {
  for (const from of ['x', '1_', '_a_b', `1_${'x'.repeat(600)}`])
    expect((await orders(`from=${from}&page=1&limit=40`)).ids).toEqual(ids.slice(0, 40))
  expect(await orders('from=20000_1999-01-01T00:00:00.000Z_gone&limit=40')).toMatchObject({
    ids: [],
    total: 20_000,
    next: undefined,
    previous: undefined,
  })
})

test('an order that comes meanwhile does not shift the next page', async () => {
  const { from } = await orders('page=1&limit=40')
  const newest = await shop.db.selectFrom('orders').selectAll().where('id', '=', ids[0]!).executeTakeFirst()
  await shop.db
    .insertInto('orders')
    .values({ ...newest!, id: 'late', created_at: '2026-01-01', search_text: 'late' })
    .execute()
  expect((await orders('page=1&limit=40')).ids[0]).toBe('late')
  expect((await orders(`page=2&limit=40&from=${from}`)).ids).toEqual(ids.slice(40, 80))
  await shop.db.deleteFrom('orders').where('id', '=', 'late').execute()
})

test('a piece of a word is found wherever it is, and pages go on where the one before ended', async () => {
  for (const query of ['q=iraff&page=1', 'q=iraff'])
    expect(await orders(query)).toMatchObject({ ids: [ids[0], ids.at(-1)], total: 2, next: undefined })
  expect(await orders('q=iraff&page=2&limit=2')).toMatchObject({ ids: [], total: 2 })
  const file = await list('/api/orders.csv?q=iraff')
  expect(file.text.trim().split('\r\n')).toHaveLength(3)
  const found = [ids[5], ...ids.slice(9990, 10_060)]
  await shop.db
    .updateTable('orders')
    .set({ search_text: 'okapi' })
    .where('id', 'in', [ids[5]!, ...ids.slice(9990, 10_060)])
    .execute()
  const first = await orders('q=okapi&page=1&limit=40')
  expect(first).toMatchObject({ ids: found.slice(0, 40), total: 71, next: undefined })
  const second = await orders(`q=okapi&page=2&limit=40&from=${first.from}`)
  expect(second).toMatchObject({ ids: found.slice(40), total: 71 })
})

test('the list of users goes on by address', async () => {
  const users = async (query: string) => pageOf(await list(`/api/users?${query}`))
  const all = await users('')
  const first = await users('page=1&limit=40')
  expect(first).toMatchObject({ ids: all.ids.slice(0, 40), total: 10_000 })
  const second = await users(`limit=40&from=${first.next}`)
  expect(second).toMatchObject({ ids: all.ids.slice(40, 80), total: 10_040 })
  expect(await users('q=Person_00007@example.com&page=1')).toMatchObject({ ids: ['u7'], total: 1 })
  const found = await users('q=son_19999&page=1')
  expect(found).toMatchObject({ ids: ['u19999'], total: 1 })
})
