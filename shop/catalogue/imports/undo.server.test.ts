import { beforeAll, describe, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { sendLongFile } from '~/test/a-long-file.ts'
import { stockOf } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
let buyer: Record<string, string>
beforeAll(async () => {
  // No server begins by itself.
  shop = await aShop({ DEMO: 'off' }, { everyMs: hours(1) })
  admin = (await signedIn(shop, { email: 'admin@undo.example', admin: true })).headers
  buyer = (await signedIn(shop, { email: 'buyer@undo.example' })).headers
})

const mapping = {
  columns: ['own', 'productName', 'brand', 'price', 'availableQty', 'image', 'oe'],
  decimalMark: '.',
}
type Line = [own: string, name: string, price: number | '', stock: number | '', oe?: string]
const sheet = (...lines: Line[]) =>
  [
    'No,Name,Brand,Price,Stock,Image,OE',
    ...lines.map(([own, name, price, stock, oe = '']) =>
      [own, name, 'Pelka', price, stock, '/products/piston-1200.webp', oe].join(','),
    ),
  ].join('\n')

/** Imported at once, as a short file is. */
async function importNow(supplier: string, csv: string, fileName = 'list.csv') {
  const send = (extra: object) =>
    shop.post(
      '/api/manage/services/import',
      { csv, fileName, ...(supplier && { mapping, supplier }), ...extra },
      admin,
    )
  const { planKey } = (await send({})).json()
  expect((await send({ planKey })).json().applied).toBe(true)
  const [last] = (await shop.get('/api/manage/imports?limit=1', admin)).json()
  return last._id as string
}
const read = async (id: string) => (await shop.get(`/api/manage/imports/${id}`, admin)).json()
const setState = (id: string, state: string) =>
  shop.send(`/api/manage/imports/${id}/state`, { method: 'PUT', body: { state }, headers: admin })
async function undo(id: string) {
  expect((await setState(id, 'undoing')).status).toBe(200)
  await shop.importWorker.wake()
  return read(id)
}
/** By its name. */
async function part(name: string) {
  const row = await shop.db
    .selectFrom('products')
    .select('id')
    .where('product_name', '=', name)
    .executeTakeFirst()
  return row && (await shop.get(`/api/manage/services/${row.id}`, admin)).json()
}
async function order(name: string, quantity: number) {
  const { _id: productId, price } = await part(name)
  const answer = await shop.post(
    '/api/orders',
    { productId, quantity, size: 'M', price: price * quantity },
    buyer,
  )
  expect(answer.text).toContain('insertedId')
}

describe('the last import of a supplier can be undone', () => {
  test('what it has changed is as it was, what was sold since stays sold, and new parts are gone', async () => {
    await importNow('First', sheet(['F-1', 'First disc', 10, 20], ['F-2', 'Second disc', 11, 5]))
    const before = await part('First disc')
    const id = await importNow(
      'First',
      sheet(['F-1', 'First vented disc', 99, 50, '1K0 615 301'], ['F-3', 'Third disc', 12, 1]),
      'wrong.csv',
    )
    expect(await read(id)).toMatchObject({ state: 'done', added: 1, changed: 1, mayBeUndone: true })
    await order('First vented disc', 4)
    expect(await undo(id)).toMatchObject({ state: 'undone', undone: 2, kept: 0, mayBeUndone: false })
    const { availableQty, ...rest } = before
    expect(await part('First disc')).toEqual({ ...rest, availableQty: 16 })
    expect(await stockOf(shop, before._id)).toEqual({ left: 16, booked: 16 })
    expect(await part('Third disc')).toBeUndefined()
    const trail = (await shop.get('/api/audit?q=wrong.csv', admin)).json()
    expect(trail).toMatchObject([{ what: 'import undone', email: 'admin@undo.example' }])
    expect(availableQty).toBe(20)
  })

  test('what somebody has changed since is left alone, and a new part that was sold is hidden', async () => {
    await importNow('Second', sheet(['S-1', 'Kept disc', 10, 20]))
    const id = await importNow('Second', sheet(['S-1', 'Kept disc', 15, 20], ['S-2', 'Sold disc', 7, 3]))
    await importNow('Somebody else', sheet(['S-1', 'Kept disc', 16, 20]))
    await order('Sold disc', 1)
    expect(await undo(id)).toMatchObject({ state: 'undone', undone: 0, kept: 2 })
    expect((await part('Kept disc')).price).toBe(16)
    expect(await part('Sold disc')).toMatchObject({ visibility: 'hidden', availableQty: 2 })
  })

  test('what was counted since is what is there, whatever the import had said of it', async () => {
    await importNow('Counted', sheet(['C-1', 'Counted disc', 10, 5], ['C-2', 'Sold on', 10, 5]))
    const id = await importNow('Counted', sheet(['C-1', 'Counted disc', 10, 10], ['C-2', 'Sold on', 10, 10]))
    const { _id } = await part('Counted disc')
    const count = { method: 'PUT', body: { availableQty: 3 }, headers: admin }
    expect((await shop.send(`/api/services/${_id}`, count)).status).toBe(200)
    await order('Sold on', 2)
    expect(await undo(id)).toMatchObject({ state: 'undone', undone: 1, kept: 1 })
    expect(await stockOf(shop, _id)).toEqual({ left: 3, booked: 3 })
    expect((await part('Sold on')).availableQty).toBe(3)
  })

  test('a number that another part has by now is not taken from it', async () => {
    await importNow('Third', sheet(['T-1', 'Renumbered', 10, 20], ['T-2', 'Beside', 5, 1]))
    const [one, two] = [await part('Renumbered'), await part('Beside')]
    const ours = `_id,numbers,price\n${one._id},Own: T-9,12\n${two._id},Own: T-2,6\n`
    const id = await importNow('', ours, 'ours.csv')
    await importNow('Third', sheet(['T-1', 'Took its number', 3, 1]))
    expect(await undo(id)).toMatchObject({ state: 'undone', undone: 1, kept: 1 })
    expect(await part('Renumbered')).toMatchObject({ price: 12, numbers: 'Own: T-9' })
    expect(await part('Took its number')).toMatchObject({ numbers: 'Own: T-1' })
    expect(await part('Beside')).toMatchObject({ price: 5 })
  })

  test('one before the last is not, until the last is undone', async () => {
    const one = await importNow('Fourth', sheet(['V-1', 'Twice changed', 10, 20]))
    const two = await importNow('FOURTH', sheet(['V-1', 'Twice changed', 12, 20]))
    const refused = await setState(one, 'undoing')
    expect([refused.status, refused.json().reason]).toEqual([409, 'not_the_last'])
    await undo(two)
    expect((await part('Twice changed')).price).toBe(10)
    expect(await undo(one)).toMatchObject({ state: 'undone', undone: 0, kept: 1 })
    expect(await part('Twice changed')).toMatchObject({ visibility: 'hidden' })
    expect((await setState(one, 'undoing')).status).toBe(409)
  })

  test('a long one too, batch by batch', async () => {
    const lines = Array.from({ length: 250 }, (_, n): Line => [`L-${n}`, `Long undo ${n}`, 10, 3])
    const file = await sendLongFile(shop, admin, sheet(...lines), { mapping, supplier: 'Long' })
    await file.check()
    await shop.importWorker.wake()
    await file.become({ state: 'applying' })
    await shop.importWorker.wake()
    expect(await file.read()).toMatchObject({ state: 'done', added: 250 })
    const inSearch = async () =>
      Number((await shop.get('/api/services?q=undo&page=1&limit=1')).headers['x-total-count'])
    expect(await inSearch()).toBe(250)
    expect(await undo(file.id)).toMatchObject({ state: 'undone', undone: 250, kept: 0 })
    expect(await part('Long undo 7')).toBeUndefined()
    expect(await inSearch()).toBe(0)
    expect(
      await shop.db.selectFrom('import_changes').where('import_id', '=', file.id).selectAll().execute(),
    ).toEqual([])
  })
})
