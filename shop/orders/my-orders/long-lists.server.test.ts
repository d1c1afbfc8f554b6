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
})
const orders = async (query: string) => pageOf(await list(`/api/orders?${query}`))

test('without a page the list is whole, newest first', () => {
  expect(ids).toHaveLength(many)
  expect(ids.slice(0, 2)).toEqual([`o_${many - 1}`, `o_${many - 2}`])
})

test.each(['/api/orders', '/api/orders/boss@example.com'])(
  'the pages of %s go on beyond ten thousand rows, part by part, and hold each order once',
  async (path) => {
    const part = async (query: string) => pageOf(await list(`${path}?limit=40&${query}`))
    const first = await part('page=1')
    expect(first).toMatchObject({ ids: ids.slice(0, 40), total: 10_000 })
    expect((await part('page=250')).ids).toEqual(ids.slice(9960, 10_000))
    const second = await part(`from=${first.next}`)
    expect(second).toMatchObject({ ids: ids.slice(10_000, 10_040), total: 20_000 })
    expect((await part(`from=${first.next}&page=250`)).ids).toEqual(ids.slice(19_960, 20_000))
    const third = await part(`from=${second.next}&page=2`)
    expect(third).toMatchObject({ ids: ids.slice(20_040), total: many, next: undefined })
  },
)

test('a page that does not fit into a part ends with it, and one beyond says how to go on', async () => {
  expect((await orders('page=209&limit=48')).ids).toEqual(ids.slice(9984, 10_000))
  const beyond = await list('/api/orders?page=210&limit=48')
  expect([beyond.status, beyond.json()]).toEqual([
    422,
    { reason: 'page_too_far', message: expect.stringContaining('?from=') },
  ])
  expect((await orders('page=1000&state=paid')).ids).toEqual([])
  for (const from of ['x', '1_', '_a_b', `1_${'x'.repeat(600)}`])
    expect((await orders(`from=${from}&page=1&limit=40`)).ids).toEqual(ids.slice(0, 40))
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

test('a piece of a word is looked for part by part until a page is full, and in the end everywhere', async () => {
  const first = await orders('q=iraff&page=1&limit=1')
  expect(first).toMatchObject({ ids: [ids[0]], total: 1 })
  const second = await orders(`q=iraff&page=1&limit=1&from=${first.next}`)
  expect(second).toMatchObject({ ids: [ids.at(-1)], total: 2, next: undefined })
  for (const query of ['q=iraff&page=1', 'q=iraff'])
    expect(await orders(query)).toMatchObject({ ids: [ids[0], ids.at(-1)], total: 2, next: undefined })
  expect(await orders('q=iraff&page=2&limit=2')).toMatchObject({ ids: [], total: 2 })
  const file = await list('/api/orders.csv?q=iraff')
  expect(file.text.trim().split('\r\n')).toHaveLength(3)
})

test('a second page of what was found in several parts goes on where the first one ended', async () => {
  await shop.db
    .updateTable('orders')
    .set({ search_text: 'okapi' })
    .where('id', 'in', [ids[5]!, ...ids.slice(9990, 10_060)])
    .execute()
  const found = [ids[5], ...ids.slice(9990, 10_060)]
  const first = await orders('q=okapi&page=1&limit=40')
  expect(first).toMatchObject({ ids: found.slice(0, 40), total: 71 })
  const second = await orders(`q=okapi&page=2&limit=40&from=${first.from}`)
  expect(second).toMatchObject({ ids: found.slice(40), total: 71 })
})

test('the list of users goes on by address', async () => {
  const users = async (query: string) => pageOf(await list(`/api/users?${query}`))
  const all = await users('')
  const first = await users('page=1&limit=40')
  expect(first).toMatchObject({ ids: all.ids.slice(0, 40), total: 10_000 })
  const second = await users(`limit=40&from=${first.next}`)
  expect(second).toMatchObject({ ids: all.ids.slice(10_000, 10_040), total: 20_000 })
  expect(await users('q=Person_00007@example.com&page=1')).toMatchObject({ ids: ['u7'], total: 1 })
  const found = await users('q=son_19999&page=1')
  expect(found).toMatchObject({ ids: ['u19999'], total: 1 })
})
