import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let people = 0

const days = { least: 2, most: 4 }
const flat = (id: string, cents: number, more: object = {}) => ({
  id,
  name: `By ${id}`,
  kind: 'parcel',
  by: 'flat',
  steps: [{ cents }],
  days,
  ...more,
})
const delivery = {
  home: { country: 'US', region: 'OH' },
  assumedGrams: 2000,
  collection: { address: '14 Flywheel Lane', hours: 'Monday to Friday', days: { least: 1, most: 1 } },
  zones: [
    {
      id: 'home',
      name: 'United States',
      areas: [{ country: 'US' }],
      ways: [
        flat('parcel', 490, { freeFromCents: 10_000 }),
        flat('express', 1500),
        flat('truck', 9000, { kind: 'freight' }),
      ],
    },
    {
      id: 'canada',
      name: 'Canada',
      areas: [{ country: 'CA' }],
      ways: [
        flat('north', 0, {
          by: 'weight',
          steps: [
            { upTo: 1000, cents: 1200 },
            { upTo: 5000, cents: 2000 },
          ],
        }),
      ],
    },
    { id: 'britain', name: 'Britain', areas: [{ country: 'GB' }], ways: [flat('sea', 490)] },
    {
      id: 'ireland',
      name: 'Ireland',
      areas: [{ country: 'IE' }],
      ways: [
        flat('ferry', 0, { by: 'sum', steps: [{ upTo: 5000, cents: 900 }, { cents: 300 }] }),
        flat('plane', 0, { by: 'sum', steps: [{ upTo: 5000, cents: 2500 }, { cents: 1900 }] }),
      ],
    },
  ],
}
const tax = {
  name: 'VAT',
  places: [
    {
      id: 'oh',
      name: 'Ohio',
      areas: [{ country: 'US', region: 'OH' }],
      rate: 5750,
      taxesDelivery: false,
    },
    { id: 'gb', name: 'Britain', areas: [{ country: 'GB' }], rate: 20_000, taxesDelivery: true },
    {
      id: 'out',
      name: 'Elsewhere',
      areas: [{ country: '*' }],
      rate: 0,
      taxesDelivery: true,
      note: 'No VAT: export',
    },
  ],
}

const rates = async (at = shop, by = admin) => (await at.get('/api/manage/rates', by.headers)).json()
async function save(
  section: 'delivery' | 'tax',
  value: object,
  { at = shop, by = admin, version = -1 } = {},
) {
  const known = version < 0 ? (await rates(at, by))[section].version : version
  const body = { version: known, value }
  return at.send(`/api/manage/rates/${section}`, { method: 'PUT', headers: by.headers, body })
}
const address = (country: string, more: object = {}) => ({
  name: 'Ada',
  street: 'Mill Lane 1',
  postalCode: '44001',
  town: 'Town',
  country,
  phone: '',
  ...more,
})
const ohio = address('United States', { state: 'OH' })
const canada = address('Canada', { state: 'ON', postalCode: 'K1A 0B1' })
const britain = address('UK', { postalCode: 'SW1Y 4JH' })
const ireland = address('Ireland', { postalCode: 'D02 AF30' })

const somebody = () => signedIn(shop, { email: `buyer-${++people}@rates.example` })
async function living(at: object) {
  const who = await somebody()
  await shop.post('/api/addresses', at, who.headers)
  return who
}
const checkout = (who: Person, productId: string, total: number, more: object = {}) =>
  shop.post('/api/checkout', { lines: [{ productId, quantity: 1, size: 'M' }], total, ...more }, who.headers)
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const moveTo = (who: Person, id: string, body: object) =>
  shop.send(`/api/purchases/${id}/address`, { method: 'PUT', headers: who.headers, body })
async function pay(who: Person, id: string) {
  const payments = await buyerPayments(shop)
  const started = await payments.start(who, id)
  expect(await payments.confirmCard(started)).toBe(true)
  await payments.confirmPayment(who, id, started.transactionId)
  return (await purchaseOf(who, id)).receipts[0]
}

beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', DELIVERY_FEE: '6.90', TAX_RATE: '19' })
  admin = await signedIn(shop, { email: 'admin@rates.example', admin: true })
})

describe('while nothing is set', () => {
  test('delivery and tax are those of the server’s settings to the cent, for old clients and new ones', async () => {
    const who = await living(canada)
    const { id, price } = await aProduct(shop, { grams: 9000, ships: 'freight' })
    expect((await shop.get('/api/cart', who.headers)).json()).not.toHaveProperty('delivery')
    expect((await shop.get('/api/delivery?country=CA')).json()).toEqual({})
    const placed = await checkout(who, id, price + 6.9)
    expect(placed.status).toBe(200)
    const purchaseId = placed.json().purchaseId
    expect((await moveTo(who, purchaseId, ohio)).status).toBe(200)
    const receipt = await pay(who, purchaseId)
    expect(receipt).toMatchObject({ total: 31.9, tax: { rate: '19 %', amount: 5.09 } })
    expect(receipt).not.toHaveProperty('taxes')
  })

  test('tax waits for delivery, which says where the workshop is', async () => {
    const answer = await save('tax', tax)
    expect([answer.status, answer.json().reason]).toEqual([409, 'delivery_first'])
  })
})

describe('what the owner sets', () => {
  test('is refused where two zones claim a place, a rule cannot be read or a weight is missing', async () => {
    const fieldsOf = async (change: (draft: typeof delivery) => void) => {
      const draft = structuredClone(delivery)
      change(draft)
      const answer = await save('delivery', draft)
      return [answer.status, answer.json().fields]
    }
    expect(await fieldsOf((draft) => draft.zones[1]!.areas.push({ country: 'US' }))).toEqual([
      422,
      { 'zones.1.areas': '“United States” has one of these places already' },
    ])
    expect(
      await fieldsOf((draft) => draft.zones[1]!.areas.push({ country: 'DE', postcodes: ['9-1'] } as never)),
    ).toEqual([422, { 'zones.1.areas.1.postcodes.0': '9-1: the first is above the last' }])
    expect(await fieldsOf((draft) => Reflect.deleteProperty(draft, 'assumedGrams'))).toEqual([
      422,
      { assumedGrams: 'Say what a part weighs whose weight is not known' },
    ])
    expect((await rates()).delivery).toEqual({ version: 0 })
  })

  test('is there for the next customer, with who set it in the audit trail; the second of two admins is told', async () => {
    expect((await save('delivery', delivery)).json()).toEqual({ modifiedCount: 1 })
    expect((await save('tax', tax)).json()).toEqual({ modifiedCount: 1 })
    expect((await save('tax', tax)).json()).toEqual({ modifiedCount: 0 })
    const [entry] = (await shop.get('/api/audit?limit=1', admin.headers)).json()
    expect(entry).toMatchObject({ what: 'shop settings changed', subject: 'Tax', email: admin.email })
    const late = await save('delivery', delivery, { version: 0 })
    expect([late.status, late.json().reason]).toEqual([409, 'changed_meanwhile'])
    const { delivery: there } = (await shop.get('/api/delivery?country=CA')).json()
    expect(there).toMatchObject({ isHome: false, zone: { id: 'canada' }, assumedGrams: 2000 })
    expect((await shop.get('/api/delivery')).json().delivery).toMatchObject({
      isHome: true,
      zone: { id: 'home' },
    })
  })
})

describe('a purchase', () => {
  test('costs what its address and weight say, and anything else is refused with the right total', async () => {
    const who = await living(canada)
    const { id, price } = await aProduct(shop, { grams: 900 })
    const { delivery: there, lines } = (
      await shop.send('/api/cart/lines', {
        method: 'PUT',
        headers: who.headers,
        body: { productId: id, size: 'M', quantity: 1 },
      })
    ).json()
    expect([there.zone.id, lines[0].product.grams]).toEqual(['canada', 900])
    const wrong = await checkout(who, id, price + 6.9)
    expect([wrong.status, wrong.json().reason, wrong.json().total]).toEqual([
      409,
      'total_changed',
      price + 12,
    ])
    const placed = await checkout(who, id, price + 12)
    const purchase = await purchaseOf(who, placed.json().purchaseId)
    expect(purchase).toMatchObject({ delivery: 12, total: price + 12, address: { country: 'Canada' } })
  })

  test('of a part whose weight was changed meanwhile is priced by the new one', async () => {
    const who = await living(canada)
    const { id, price } = await aProduct(shop, { grams: 900 })
    expect((await checkout(who, id, price + 12)).status).toBe(200)
    await shop.db.updateTable('products').set({ weight_grams: 4000 }).where('id', '=', id).execute()
    const stale = await checkout(who, id, price + 12)
    expect([stale.json().reason, stale.json().total]).toEqual(['total_changed', price + 20])
    const now = await shop.post('/api/orders', { productId: id, quantity: 1, size: 'M', price }, who.headers)
    expect((await purchaseOf(who, now.json().insertedId)).delivery).toBe(20)
  })

  test('of an old client, without a place, is priced for the workshop’s by the cheapest way, and pays that', async () => {
    const who = await somebody()
    const { id, price } = await aProduct(shop)
    const placed = await shop.post(
      '/api/orders',
      { productId: id, quantity: 1, size: 'M', price },
      who.headers,
    )
    const orderId = placed.json().insertedId
    expect(await purchaseOf(who, orderId)).toMatchObject({ delivery: 4.9, total: price + 4.9 })
    expect((await pay(who, orderId)).total).toBe(price + 4.9)
  })

  test('that cannot go there is refused, and nothing is taken', async () => {
    const who = await living(address('Germany'))
    const { id, price } = await aProduct(shop)
    const refused = await checkout(who, id, price)
    expect([refused.status, refused.json()]).toEqual([
      409,
      {
        reason: 'not_delivered_there',
        message: 'We do not deliver these parts to Germany. They can be collected at the workshop.',
        ways: [expect.objectContaining({ id: 'collect', price: 0 })],
      },
    ])
    expect((await stockOf(shop, id)).left).toBe(10)
    expect((await checkout(who, id, price, { way: 'parcel' })).json().reason).toBe('not_delivered_there')
    const gone = await checkout(await living(ohio), id, price, { way: 'sea' })
    expect(gone.json().reason).toBe('way_gone')
  })

  test('goes by freight when one of its parts does', async () => {
    const who = await living(ohio)
    const { id, price } = await aProduct(shop, { ships: 'freight' })
    expect((await checkout(who, id, price + 4.9)).json().total).toBe(price + 90)
    expect((await checkout(who, id, price + 90)).status).toBe(200)
  })

  test('that is collected costs no delivery, is taxed at home and packed without an address', async () => {
    const who = await living(britain)
    const { id, price } = await aProduct(shop, { ships: 'collect', priceCents: 10_000 })
    const placed = await checkout(who, id, price, { way: 'collect' })
    const receipt = await pay(who, placed.json().purchaseId)
    expect(receipt.taxes).toEqual([{ name: 'VAT', rate: '5.75 %', gross: 100, amount: 5.44 }])
    const { parcel, address: none } = await purchaseOf(who, placed.json().purchaseId)
    expect([parcel.state, none]).toEqual(['to_pack', undefined])
  })

  test('to an address whose country nobody knows asks for it when it is paid', async () => {
    const who = await living(address('Neverland'))
    const { id, price } = await aProduct(shop)
    const { purchaseId } = (await checkout(who, id, price + 4.9)).json()
    expect(await purchaseOf(who, purchaseId)).not.toHaveProperty('address')
    const asked = await moveTo(who, purchaseId, address('Neverland'))
    expect([asked.status, asked.json().fields]).toEqual([422, { country: 'Choose a country from the list' }])
    expect((await moveTo(who, purchaseId, ohio)).status).toBe(200)
  })
})

describe('another address', () => {
  test('before the payment is stored with the new total once its customer has agreed; the old intent pays nothing', async () => {
    const who = await living(ohio)
    const { id, price } = await aProduct(shop, { grams: 3000 })
    const { purchaseId } = (await checkout(who, id, price + 4.9)).json()
    const payments = await buyerPayments(shop)
    const before = await payments.start(who, purchaseId)
    const refused = await moveTo(who, purchaseId, canada)
    expect([refused.status, refused.json()]).toEqual([
      409,
      {
        reason: 'total_changed',
        message: 'Delivery to this address costs $20.00. New total: $45.00. Nothing was changed.',
        total: 45,
        delivery: 20,
      },
    ])
    expect((await moveTo(who, purchaseId, { ...canada, total: 44 })).status).toBe(409)
    expect(await purchaseOf(who, purchaseId)).toMatchObject({ total: 29.9, address: { state: 'OH' } })
    expect((await moveTo(who, purchaseId, { ...canada, total: 45 })).status).toBe(200)
    expect(await purchaseOf(who, purchaseId)).toMatchObject({ total: 45, address: { country: 'Canada' } })
    expect(await payments.confirmCard(before)).toBe(false)
    const receipt = await pay(who, purchaseId)
    expect(receipt).toMatchObject({
      total: 45,
      taxes: [{ name: 'VAT', rate: '0 %', gross: 45, amount: 0, note: 'No VAT: export' }],
    })
  })

  test('of the same price needs no agreement, and changes the tax', async () => {
    const who = await living(ohio)
    const { id, price } = await aProduct(shop)
    const { purchaseId } = (await checkout(who, id, price + 4.9)).json()
    expect((await moveTo(who, purchaseId, britain)).status).toBe(200)
    const receipt = await pay(who, purchaseId)
    expect(receipt).toMatchObject({ total: 29.9, tax: { rate: '20 %', amount: 4.98 } })
    // After the payment only where price and tax are the same.
    expect((await moveTo(who, purchaseId, { ...britain, street: 'Other Lane' })).status).toBe(200)
    const elsewhere = await moveTo(who, purchaseId, ohio)
    expect([elsewhere.status, elsewhere.json().reason]).toEqual([409, 'address_elsewhere'])
  })

  test('of the same zone keeps the price that was agreed on, though an order was cancelled', async () => {
    const who = await living(ohio)
    const dear = await aProduct(shop, { priceCents: 9000 })
    const cheap = await aProduct(shop, { priceCents: 2000 })
    const lines = [dear, cheap].map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
    const placed = await shop.post('/api/checkout', { lines, total: 110 }, who.headers)
    const { purchaseId } = placed.json()
    const { orders } = await purchaseOf(who, purchaseId)
    const cancelled = await shop.send(`/api/orders/${orders[1]._id}`, {
      method: 'DELETE',
      headers: who.headers,
    })
    // What was free for a sum that it no longer reaches pays for its delivery.
    expect(cancelled.json()).toMatchObject({ left: { total: 94.9, delivery: 4.9 } })
    expect((await moveTo(who, purchaseId, { ...ohio, street: 'Other Lane' })).status).toBe(200)
    expect((await purchaseOf(who, purchaseId)).total).toBe(94.9)
  })
})

test('a purchase of which something is cancelled that made its delivery cheaper pays what the rest costs, and never less than before', async () => {
  const who = await living(ireland)
  const dear = await aProduct(shop, { priceCents: 4900 })
  const cheap = await aProduct(shop, { priceCents: 200 })
  const lines = [dear, cheap].map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
  const { purchaseId } = (await shop.post('/api/checkout', { lines, total: 54 }, who.headers)).json()
  const { orders } = await purchaseOf(who, purchaseId)
  const cancel = (id: string) => shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })
  expect((await cancel(orders[1]._id)).json()).toMatchObject({ left: { total: 58, delivery: 9 } })
  expect((await purchaseOf(who, purchaseId)).total).toBe(58)

  const far = await living(canada)
  const heavy = await aProduct(shop, { priceCents: 3000, grams: 4000 })
  const light = await aProduct(shop, { priceCents: 1000, grams: 100 })
  const both = [heavy, light].map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
  const sent = (await shop.post('/api/checkout', { lines: both, total: 60 }, far.headers)).json()
  const [first] = (await purchaseOf(far, sent.purchaseId)).orders
  await shop.send(`/api/orders/${first._id}`, { method: 'DELETE', headers: far.headers })
  expect((await purchaseOf(far, sent.purchaseId)).total).toBe(30)
})

test('what a dearer way costs beyond the cheapest stays known when something is cancelled', async () => {
  const who = await living(ireland)
  const dear = await aProduct(shop, { priceCents: 4900 })
  const cheap = await aProduct(shop, { priceCents: 200 })
  const lines = [dear, cheap].map(({ id }) => ({ productId: id, quantity: 1, size: 'M' }))
  const body = { lines, total: 70, way: 'plane' }
  const { purchaseId } = (await shop.post('/api/checkout', body, who.headers)).json()
  const chosen = async () => {
    const rows = shop.db
      .selectFrom('purchases')
      .select(['delivery', 'fee_cents'])
      .where('id', '=', purchaseId)
    const { delivery: stored, fee_cents } = await rows.executeTakeFirstOrThrow()
    return { fee_cents, standard: JSON.parse(stored!).standardCents }
  }
  expect(await chosen()).toEqual({ fee_cents: 1900, standard: 300 })
  const { orders } = await purchaseOf(who, purchaseId)
  await shop.send(`/api/orders/${orders[1]._id}`, { method: 'DELETE', headers: who.headers })
  expect(await chosen()).toEqual({ fee_cents: 2500, standard: 900 })
})

test('delivery is free from a sum of the prices on the tags, whatever a code takes off', async () => {
  const who = await living(ohio)
  const { id } = await aProduct(shop, { priceCents: 10_500 })
  const code = { code: 'TENTH-OFF', kind: 'percent', value: 10 }
  expect((await shop.post('/api/manage/discounts', code, admin.headers)).status).toBe(200)
  const placed = await checkout(who, id, 94.5, { code: 'TENTH-OFF' })
  expect(placed.json()).toMatchObject({ purchaseId: expect.any(String) })
  expect(await purchaseOf(who, placed.json().purchaseId)).toMatchObject({ delivery: 0, total: 94.5 })
})

test('delivery that is not taxed is an entry of its own, and credit notes come to the receipt entry by entry', async () => {
  const who = await living(ohio)
  const { id, price } = await aProduct(shop, { priceCents: 3333 })
  const lines = [{ productId: id, quantity: 3, size: 'M' }]
  const placed = await shop.post('/api/checkout', { lines, total: price * 3 + 4.9 }, who.headers)
  const { purchaseId } = placed.json()
  const receipt = await pay(who, purchaseId)
  expect(receipt.taxes).toEqual([
    { name: 'VAT', rate: '5.75 %', gross: 99.99, amount: 5.44 },
    { name: 'VAT', rate: '0 %', gross: 4.9, amount: 0 },
  ])
  for (const quantity of [1, 2])
    await shop.post(`/api/orders/${purchaseId}/refund`, { restock: false, quantity }, admin.headers)
  await shop.payments.sweep()
  const { receipts } = await purchaseOf(who, purchaseId)
  const notes = receipts.slice(1)
  const sum = (n: number, key: 'gross' | 'amount') =>
    Math.round(notes.reduce((all: number, note: typeof receipt) => all + note.taxes[n][key] * 100, 0))
  expect(notes.map(({ total }: { total: number }) => total)).toEqual([33.33, 71.56])
  expect([sum(0, 'gross'), sum(0, 'amount'), sum(1, 'gross'), sum(1, 'amount')]).toEqual([9999, 544, 490, 0])
})

test('a change of the settings changes no purchase, and what cannot be read closes the checkout with words', async () => {
  const who = await living(ohio)
  const { id, price } = await aProduct(shop)
  const { purchaseId } = (await checkout(who, id, price + 4.9)).json()
  const dearer = structuredClone(delivery)
  dearer.zones[0]!.ways[0]!.steps[0]!.cents = 990
  // As another server does it, of which this one has not heard yet.
  await shop.db
    .updateTable('shop_records')
    .set((e) => ({ value: JSON.stringify(dearer), version: e('version', '+', 1) }))
    .where('section', '=', 'delivery')
    .execute()
  expect((await checkout(who, id, price + 4.9)).json()).toMatchObject({
    reason: 'total_changed',
    total: 34.9,
  })
  expect((await moveTo(who, purchaseId, { ...ohio, street: 'Other Lane' })).status).toBe(200)
  expect((await purchaseOf(who, purchaseId)).total).toBe(29.9)
  await shop.db
    .updateTable('shop_records')
    .set((e) => ({ value: '{"zones":7}', version: e('version', '+', 1) }))
    .where('section', '=', 'delivery')
    .execute()
  const closed = await checkout(who, id, price + 4.9)
  expect([closed.status, closed.json().reason]).toEqual([503, 'rates_broken'])
  expect((await rates()).broken).toEqual(['delivery'])
  expect((await save('delivery', delivery)).status).toBe(200)
  expect((await checkout(who, id, price + 4.9)).status).toBe(200)
})

test('a word of an address can be put right where the shop does not deliver any more, also after the payment', async () => {
  expect((await save('delivery', delivery)).status).toBe(200)
  const who = await living(canada)
  const { id, price } = await aProduct(shop)
  const ids: string[] = []
  for (let n = 0; n < 2; n++) ids.push((await checkout(who, id, price + 20)).json().purchaseId)
  await pay(who, ids[0]!)
  const zones = delivery.zones.filter((zone) => zone.id !== 'canada')
  expect((await save('delivery', { ...delivery, zones })).status).toBe(200)
  for (const purchaseId of ids) {
    expect((await moveTo(who, purchaseId, { ...canada, street: 'Other Lane' })).status).toBe(200)
    const moved = await purchaseOf(who, purchaseId)
    expect([moved.address.street, moved.total]).toEqual(['Other Lane', 45])
    const elsewhere = await moveTo(who, purchaseId, { ...canada, state: 'BC', postalCode: 'V6B 1A1' })
    expect([elsewhere.status, elsewhere.json().reason]).toEqual([409, 'not_delivered_there'])
  }
  expect((await save('delivery', delivery)).status).toBe(200)
})

test('the pages that the shop makes state the zones and the tax of the owner, whose words stay words', async () => {
  const own = await aShop({ DEMO: 'off', DELIVERY_FEE: '7.70', TAX_RATE: '19' })
  const by = await signedIn(own, { email: 'owner@rates.example', admin: true })
  const page = async (id: string) => (await own.get(`/pages/${id}`)).text
  expect(await page('delivery-and-returns')).toContain('Delivery costs $7.70 a purchase.')
  const zones = [{ ...delivery.zones[0]!, name: 'The *States* <b>' }, ...delivery.zones.slice(1)]
  expect((await save('delivery', { ...delivery, zones }, { at: own, by })).status).toBe(200)
  expect((await save('tax', tax, { at: own, by })).status).toBe(200)
  const shown = await page('delivery-and-returns')
  expect(shown).not.toContain('$7.70')
  expect(shown).toContain(
    'The *States* &lt;b&gt;: By parcel, $4.90, free from $100.00 on, 2 to 4 working days',
  )
  expect(shown).toContain('collect parts at the workshop: 14 Flywheel Lane')
  expect(await page('terms')).toContain('Prices include VAT, by where the parts go')
})
