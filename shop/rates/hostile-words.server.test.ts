import { parse as parseCsv } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { isQuickRun } from '~/test/long-run.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = await signedIn(shop, { email: 'admin@hostile.example', admin: true })
})

const put = (path: string, body: object, by = admin) =>
  shop.send(path, { method: 'PUT', body, headers: by.headers })
async function bought(buyer: Person, productId: string) {
  const lines = [{ productId, quantity: 1, size: 'M' }]
  const placed = await shop.post('/api/checkout', { lines, total: 14.9 }, buyer.headers)
  expect([placed.status, placed.text]).toEqual([200, expect.any(String)])
  const { purchaseId } = placed.json()
  const payments = await buyerPayments(shop)
  const started = await payments.start(buyer, purchaseId)
  expect(await payments.confirmCard(started)).toBe(true)
  await payments.confirmPayment(buyer, purchaseId, started.transactionId)
  return purchaseId as string
}
const areas = [{ country: '*' }]
const days = { least: 2, most: 4 }
const markup = /<img src=x|<\/script><img/

const hostile = [
  `"'></script><img src=x onerror=alert(1)>`,
  '=cmd|calc!A1',
  '@SUM(A1)',
  '\u202egnp.exe متجر',
  'W'.repeat(60),
]
test.each(isQuickRun ? hostile.slice(0, 1) : hostile)(
  'zones, ways, taxes, shelves, addresses and tracking are words wherever they are read: %j',
  async (words) => {
    const { delivery, tax } = (await shop.get('/api/manage/rates', admin.headers)).json()
    const post = { name: words, kind: 'parcel', by: 'flat', steps: [{ cents: 490 }], days }
    const saved = [
      await put('/api/manage/rates/delivery', {
        version: delivery.version,
        value: {
          home: { country: 'GB' },
          collection: { address: words, hours: words, days },
          zones: [{ id: 'all', name: words, areas, ways: [{ id: 'post', ...post }] }],
        },
      }),
      await put('/api/manage/rates/tax', {
        version: tax.version,
        value: {
          name: words.slice(0, 20),
          places: [{ id: 'all', name: words, areas, rate: 19_000, taxesDelivery: true, note: words }],
        },
      }),
    ]
    expect(saved.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"modifiedCount":1}'],
      [200, '{"modifiedCount":1}'],
    ])

    const buyer = await signedIn(shop, { email: `buyer-${crypto.randomUUID()}@hostile.example`, name: words })
    const home = { name: words, street: words, postalCode: '1', town: words, country: 'UK', phone: '' }
    expect((await shop.post('/api/addresses', home, buyer.headers)).status).toBe(200)
    const part = await aProduct(shop, { priceCents: 1000, name: `${words} ${crypto.randomUUID()}` })
    await shop.database.change(['products'], (tx) =>
      tx.updateTable('products').set({ shelf: words, unit: words }).where('id', '=', part.id).execute(),
    )
    const id = await bought(buyer, part.id)
    expect((await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)).status).toBe(200)
    const shipped = await shop.post(
      `/api/parcels/${id}/ship`,
      { carrier: 'other', trackingNumber: 'A "1" <b>' },
      admin.headers,
    )
    expect([200, 422]).toContain(shipped.status)

    for (const path of ['/', '/shop', '/contact', '/pages/delivery-and-returns', `/services/${part.id}`]) {
      const { status, text } = await shop.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(markup.exec(text)?.[0]).toBeUndefined()
    }
    for (const mail of await mailsTo(shop, buyer.email))
      expect(markup.exec(mail.split('text/html').at(-1)!)?.[0]).toBeUndefined()

    const { receipts, way } = (await shop.get(`/api/purchases/${id}`, buyer.headers)).json()
    expect([way.name, receipts[0].taxes?.[0].name]).toEqual([words, words.slice(0, 20)])
    const papers = [
      `/api/purchases/${id}/receipts/${receipts[0].number}`,
      `/api/parcels/labels.pdf?ids=${id}`,
    ]
    // 409 where the font lacks a letter: then there is the printed page.
    for (const paper of papers) expect([200, 409]).toContain((await shop.get(paper, admin.headers)).status)
    for (const file of [
      '/api/books.csv?from=2020-01-01&to=2099-12-31',
      '/api/orders.csv',
      '/api/manage/services.csv',
    ]) {
      const { status, text } = await shop.get(file, admin.headers)
      expect([file, status]).toEqual([file, 200])
      const cells = (parseCsv(text, { bom: true, relax_column_count: true }) as string[][]).flat()
      expect(cells.filter((cell) => /^[=+@\t]/.test(cell))).toEqual([])
    }
  },
)
