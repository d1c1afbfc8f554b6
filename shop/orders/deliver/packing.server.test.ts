import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { pdfTexts } from '~/test/pdf-texts.ts'
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
  (await shop.get(`/api/parcels/slips?ids=${ids.join(',')}`, packer.headers)).json().slips
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

const saveSettings = async (values: object) => {
  const { version } = (await shop.get('/api/manage/business/packing', admin.headers)).json()
  return shop.send('/api/manage/business/packing', {
    method: 'PUT',
    body: { version, values },
    headers: admin.headers,
  })
}
const ship = (id: string, body: object) => shop.post(`/api/parcels/${id}/ship`, body, packer.headers)

describe('the carriers of a shop', () => {
  test('are the owner’s own and then the usual ones, in whose place an own one of the same name stands', async () => {
    const carriers =
      'Fast Vans: https://vans.example/track?n={}&l=en\n=our </script> van\nups: https://ups.example/#/{}'
    expect((await saveSettings({ carriers })).status).toBe(200)
    const listed = (await shop.get('/api/carriers', packer.headers)).json() as {
      name: string
      tracking?: string
    }[]
    const names = listed.map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['Fast Vans', '=our </script> van', 'ups'])
    expect(names).toEqual(
      expect.arrayContaining(['DHL', 'FedEx', 'GLS', 'Royal Mail', 'USPS', 'Another carrier']),
    )
    expect(names).not.toContain('UPS')
    for (const { tracking } of listed.filter((it) => it.tracking)) expect(tracking).toMatch(/^https:.*\{\}/)
    // A client that knows the code of before is taken to the page of now.
    const { id, who } = await toPack()
    await pack({ ids: [id] })
    await ship(id, { carrier: 'ups', trackingNumber: '1Z99' })
    const { parcel } = (await shop.get(`/api/purchases/${id}`, who.headers)).json()
    expect(parcel).toMatchObject({ carrier: 'ups', trackingUrl: 'https://ups.example/#/1Z99' })
  })

  test('lead the customer to their page, in the shop and by mail, also after the owner has changed the list', async () => {
    await saveSettings({ carriers: 'Fast Vans: https://vans.example/track?n={}&l=en' })
    const { id, who } = await toPack()
    await pack({ ids: [id] })
    expect((await ship(id, { carrier: 'fast vans' })).json()).toMatchObject({
      fields: { carrier: 'Choose the carrier' },
    })
    expect((await ship(id, { carrier: 'constructor' })).status).toBe(422)
    expect((await ship(id, { carrier: 'Fast Vans', trackingNumber: 'ab-12 34' })).status).toBe(200)
    await saveSettings({ carriers: '' })
    const { parcel } = (await shop.get(`/api/purchases/${id}`, who.headers)).json()
    expect(parcel).toMatchObject({
      carrier: 'Fast Vans',
      trackingNumber: 'AB-1234',
      trackingUrl: 'https://vans.example/track?n=AB-1234&l=en',
    })
    const mail = (await mailsTo(shop, who.email)).find((it) => it.includes('on its way'))
    expect(mail).toContain('https://vans.example/track?n=AB-1234')
    await shop.post(`/api/parcels/${id}/undo`, {}, packer.headers)
    expect((await shop.get(`/api/purchases/${id}`, who.headers)).json().parcel).not.toHaveProperty('carrier')
  })

  test.each([
    ['no name', 'https://vans.example/{}', 'Line 1: begin with the name, then a colon'],
    ['no number', 'Vans: https://vans.example/', 'Line 1: the address needs {} once, where the number goes'],
    [
      'the number twice',
      'Vans: https://vans.example/{}/{}',
      'Line 1: the address needs {} once, where the number goes',
    ],
    ['another protocol', 'Vans: http://vans.example/{}', 'Line 1: the address must begin with https://'],
    ['a script', 'Vans: javascript:alert({})', 'Line 1: the address must begin with https://'],
    [
      'the number as the site',
      'Vans: https://{}.example/',
      'Line 1: {} must stand behind the name of the site',
    ],
    [
      'the number behind the site',
      'Vans: https://vans.example{}',
      'Line 1: {} must stand behind the name of the site',
    ],
    [
      'the number as a port',
      'Vans: https://vans.example:{}/',
      'Line 1: the address must begin with https://',
    ],
    ['a user', 'Vans: https://{}@vans.example/', 'Line 1: the address must not have a user'],
    ['a name twice', 'Vans: https://a.example/{}\nvans', 'Line 2: this name is there twice'],
  ])('are refused with %s', async (_, carriers, words) => {
    const refused = await saveSettings({ carriers })
    expect([refused.status, refused.json().fields]).toEqual([422, { carriers: words }])
  })

  test('and the note of the slips are no part of what every page says of the shop', async () => {
    await saveSettings({ carriers: 'Secret Vans', note: 'Thank you.\n</script>' })
    const { id } = await toPack()
    expect((await shop.get(`/api/parcels/slips?ids=${id}`, packer.headers)).json().note).toBe(
      'Thank you.\n</script>',
    )
    expect((await shop.get('/api/business')).json()).not.toHaveProperty('packing')
    expect((await shop.get('/contact')).text).not.toContain('Secret Vans')
  })
})

describe('an address label', () => {
  const labels = async (...ids: string[]) =>
    (await shop.get(`/api/parcels/labels?ids=${ids.join(',')}`, packer.headers)).json()
  const file = (query: string) => shop.get(`/api/parcels/labels.pdf?${query}`, packer.headers)

  test('is a PDF of the size of the paper, with the seller, the address, the country in capitals and the number', async () => {
    const { id } = await toPack()
    for (const [paper, box] of [
      ['4x6', '[0 0 288 432]'],
      ['a6', '[0 0 297.64 419.53]'],
    ]) {
      const pdf = await file(`ids=${id}&paper=${paper}`)
      expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      const bytes = pdf.bytes
      expect(bytes.toString('latin1')).toContain(`/MediaBox ${box}`)
      const texts = pdfTexts(bytes).join(' ').replace(/\s+/g, ' ')
      expect(texts).toContain('Car Parts, 14 Flywheel Lane')
      for (const text of [
        'Ada </script> Lovelace',
        '=cmd|1',
        'SW1Y 4JH London',
        'UNITED KINGDOM',
        `No. ${id.slice(-8).toUpperCase()}`,
      ])
        expect(texts).toContain(text)
    }
  })

  test('has a page for each parcel that goes to an address, and only a print page where the font lacks a letter', async () => {
    const [plain, tamil, bare] = [await toPack(), await toPack(), await toPack()]
    const moved = { ...home, name: 'தமிழ் செல்வன்', phone: '+44 20 1' }
    await shop.send(`/api/purchases/${tamil.id}/address`, {
      method: 'PUT',
      body: moved,
      headers: tamil.who.headers,
    })
    await shop.db.updateTable('purchases').set({ address: null }).where('id', '=', bare.id).execute()
    expect(await labels(tamil.id, bare.id, plain.id)).toMatchObject([
      {
        _id: tamil.id,
        hasPdf: false,
        phone: '+44 20 1',
        to: [moved.name, '=cmd|1', 'SW1Y 4JH London', 'UNITED KINGDOM'],
      },
      { _id: plain.id, hasPdf: true },
    ])
    const both = (await file(`ids=${tamil.id},${plain.id}`)).bytes.toString('latin1')
    expect(both.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect((await file(`ids=${tamil.id}`)).json().reason).toBe('no_pdf')
    expect((await file(`ids=${bare.id}`)).json().reason).toBe('no_label')
  })

  test('of the longest address stays on its paper', async () => {
    const { id, who } = await toPack()
    const long = {
      ...home,
      name: 'W'.repeat(100),
      street: `${'Donaudampfschifffahrtsgesellschaft '.repeat(5)}1`.slice(0, 200),
      town: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      country: 'United Kingdom',
    }
    await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: long, headers: who.headers })
    const pdf = (await file(`ids=${id}&paper=a6`)).bytes
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(pdfTexts(pdf).join(' ')).toContain('UNITED KINGDOM')
  })

  test('names no country at home', async () => {
    const { id } = await toPack()
    const zones = [{ id: 'z', name: 'Everywhere', areas: [{ country: '*' }], ways: [] }]
    const body = { version: 0, value: { home: { country: 'GB' }, zones } }
    await shop.send('/api/manage/rates/delivery', { method: 'PUT', body, headers: admin.headers })
    expect((await labels(id))[0].to.at(-1)).toBe('SW1Y 4JH London')
  })
})
