import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let packer: Person
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = await signedIn(shop, { email: 'admin@packing.example', admin: true })
  packer = await signedIn(shop, { email: 'packer@packing.example' })
  await shop.db.updateTable('users').set({ role: 'packer' }).where('email', '=', packer.email).execute()
})

const home = {
  name: 'Ada </script> Lovelace',
  street: '=cmd|1',
  postalCode: 'SW1Y 4JH',
  town: 'London',
  country: 'United Kingdom',
}
const somebody = () => signedIn(shop, { email: `buyer-${++people}@packing.example` })

/** A paid purchase of two pieces of a part that lies somewhere, with an address. */
async function toPack(part: { shelf: string; numbers?: string } = { shelf: '' }) {
  const who = await somebody()
  const { id: productId, price } = await aProduct(shop)
  await shop.db.updateTable('products').set(part).where('id', '=', productId).execute()
  const { orderId: id } = await paidOrder(shop, who, { productId, quantity: 2, price: price * 2 })
  await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: who.headers })
  return { id, who, productId }
}
const slipsOf = async (...ids: string[]) =>
  (await shop.get(`/api/parcels/slips?ids=${ids.join(',')}`, packer.headers)).json()
const pack = (body: object) => shop.post('/api/parcels/pack', body, packer.headers)
const refundOne = (id: string) =>
  shop.post(`/api/orders/${id}/refund`, { restock: true, quantity: 1 }, admin.headers)

describe('a packing slip', () => {
  test('says part number, shelf, pieces and where it goes, and neither a price nor the mail of its customer', async () => {
    const { id, who, productId } = await toPack({
      shelf: 'A12-3',
      numbers: 'OE Ford: 1234567\nOwn: CP-30112-B',
    })
    const [slip, ...others] = await slipsOf(id)
    expect(others).toEqual([])
    expect(slip).toMatchObject({
      _id: id,
      address: { ...home },
      lines: [{ orderId: id, productId, shelf: 'A12-3', partNumber: 'CP-30112-B', quantity: 2, size: 'M' }],
    })
    const { text } = await shop.get(`/api/parcels/slips?ids=${id}`, packer.headers)
    expect(text).not.toContain(who.email)
    expect(text).not.toMatch(/price|cents/i)
  })

  test('of several parcels come in the order in which they are named, without what has nothing to send', async () => {
    const [a, b, gone] = [await toPack(), await toPack(), await toPack()]
    await shop.post(`/api/orders/${gone.id}/refund`, { restock: true }, admin.headers)
    const slips = await slipsOf(b.id, gone.id, 'unknown', a.id)
    expect(slips.map(({ _id }: { _id: string }) => _id)).toEqual([b.id, a.id])
  })

  test.each(['', '?ids=', `?ids=${Array.from({ length: 101 }, (_, n) => n).join(',')}`])(
    'needs one to a hundred parcels: %s',
    async (query) => {
      expect((await shop.get(`/api/parcels/slips${query}`, packer.headers)).status).toBe(422)
    },
  )

  test('that is outdated when Packed is pressed is refused, and a new one is packed', async () => {
    const { id } = await toPack()
    const [{ version: printed }] = await slipsOf(id)
    await refundOne(id)
    const refused = await pack({ ids: [id], seen: { [id]: printed } })
    expect([refused.status, refused.json().reason]).toEqual([409, 'parcel_changed'])
    expect(refused.json().message).toBe(
      'This parcel has changed since its slip was printed. Nothing was marked: print it again, and pack what it says now.',
    )
    const [{ version, delivery, lines }] = await slipsOf(id)
    expect([delivery.state, lines[0].quantity]).toEqual(['to_pack', 1])
    expect((await pack({ ids: [id], seen: { [id]: version } })).json()).toEqual({ modifiedCount: 1 })
  })

  test('is another one once its address is', async () => {
    const { id, who } = await toPack()
    const [{ version }] = await slipsOf(id)
    const moved = { ...home, town: 'Bath' }
    await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: moved, headers: who.headers })
    expect((await pack({ ids: [id], seen: { [id]: version } })).json().reason).toBe('parcel_changed')
  })

  test('that is outdated stops no other parcel, and is named', async () => {
    const [a, b] = [await toPack(), await toPack()]
    const seen = Object.fromEntries(
      (await slipsOf(a.id, b.id)).map((it: { _id: string; version: string }) => [it._id, it.version]),
    )
    await refundOne(a.id)
    expect((await pack({ ids: [a.id, b.id], seen })).json()).toEqual({ modifiedCount: 1, changed: [a.id] })
    const states = (await slipsOf(a.id, b.id)).map(
      ({ delivery }: { delivery: { state: string } }) => delivery.state,
    )
    expect(states).toEqual(['to_pack', 'packed'])
  })

  test('need not be printed: who names no version packs what there is', async () => {
    const { id } = await toPack()
    await refundOne(id)
    expect((await pack({ ids: [id] })).json()).toEqual({ modifiedCount: 1 })
  })
})
