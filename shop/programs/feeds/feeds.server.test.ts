import { parse as parseCsv } from 'csv-parse/sync'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { toCents } from '~/platform/money.ts'
import { aProduct } from '~/test/a-product.ts'
import { bearer } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { Feeds, LeftOutPart } from './contract.ts'
import type { FeedItem } from './rules.ts'
import { feedProblems } from './rules.ts'

const publicUrl = 'https://parts.example'
let shop: TestShop
let headers: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', PUBLIC_URL: publicUrl })
  headers = (await signedIn(shop, { email: 'admin@feeds.example', admin: true })).headers
})
beforeEach(async () => {
  await shop.database.change(['products'], (tx) => tx.deleteFrom('products').execute())
})

const feeds = async () => (await shop.send('/api/manage/feeds', { headers })).json() as Feeds
const change = (what: 'key' | 'off', version: number) =>
  shop.send(`/api/manage/feeds/${what}`, { method: 'POST', body: { version }, headers })
const leftOut = async (query = '') => {
  const found = await shop.send(`/api/manage/feeds/left-out${query}`, { headers })
  return { total: Number(found.headers['x-total-count']), parts: found.json() as LeftOutPart[] }
}
/** As they are copied from the page, but for the host. */
async function addresses() {
  const { version, addresses } = await feeds()
  if (!addresses) await change('key', version)
  const now = (await feeds()).addresses!
  const here = (address: string) => address.slice(publicUrl.length)
  return { google: here(now.google), meta: here(now.meta) }
}
const google = async () => readXml((await shop.get((await addresses()).google)).text)
const meta = async () => readCsv((await shop.get((await addresses()).meta)).text)

const sold = {
  brand: 'Brembo',
  numbers: 'Own: CP-1\nEAN: 400 6381-33393 1',
  product_description: 'Vented & drilled, < 5 mm of wear',
}
async function aPart(values: object = {}, input: Parameters<typeof aProduct>[1] = {}) {
  const part = await aProduct(shop, input)
  await shop.database.change(['products'], (tx) =>
    tx
      .updateTable('products')
      .set({ ...sold, ...values })
      .where('id', '=', part.id)
      .execute(),
  )
  return part.id
}

describe('a part in the feeds', () => {
  test('has what Google asks for, under its names', async () => {
    const [{ id: category, name } = { id: '', name: '' }] = await shop.db
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('parent_id', 'is', null)
      .limit(1)
      .execute()
    const more = 'https://cdn.example/a,b.jpg'
    const id = await aPart(
      { more_pictures: `${more}\nhttps://cdn.example/c.svg`, category_id: category || null },
      { name: 'Brake disc', priceCents: 6890, grams: 9200 },
    )
    expect(await google()).toEqual([
      {
        id: [id],
        title: ['Brake disc'],
        description: [sold.product_description],
        link: [`${publicUrl}/services/${id}`],
        image_link: [`${publicUrl}/products/alloy-wheel-1200.webp`],
        additional_image_link: [more],
        availability: ['in_stock'],
        price: ['68.90 USD'],
        condition: ['new'],
        brand: ['Brembo'],
        gtin: ['4006381333931'],
        mpn: ['CP-1'],
        ...(name && { product_type: [name] }),
        shipping_weight: ['9200 g'],
      },
    ])
  })

  test('has what Meta asks for, in its words', async () => {
    const more = 'https://cdn.example/a,b.jpg'
    const id = await aPart({ more_pictures: more }, { name: 'Brake disc', priceCents: 6890 })
    const [line] = await meta()
    expect(line).toMatchObject({
      id,
      title: 'Brake disc',
      availability: 'in stock',
      condition: 'new',
      price: '68.90 USD',
      additional_image_link: 'https://cdn.example/a%2Cb.jpg',
      brand: 'Brembo',
      gtin: '4006381333931',
      mpn: 'CP-1',
    })
  })

  test('is in stock when as many are there as are sold at least', async () => {
    await aPart({}, { name: 'Five', availableQty: 5, orderQty: 4 })
    await aPart({}, { name: 'Three', availableQty: 3, orderQty: 4 })
    const stock = Object.fromEntries(
      (await google()).map((item) => [item.title![0], item.availability![0]] as const),
    )
    expect(stock).toEqual({ Five: 'in_stock', Three: 'out_of_stock' })
  })

  test('says beside its price what is paid with it, and for how many', async () => {
    await aPart({ unit: 'set of 4' }, { depositCents: 5000, priceCents: 6890, orderQty: 2 })
    const [item] = await google()
    expect(item!.price).toEqual(['68.90 USD'])
    expect(item!.description![0]).toBe(
      `${sold.product_description}\nThe price is for: set of 4. Sold from 2 up. A deposit of $50.00 is added, and given back for the old part.`,
    )
  })

  test('has no EAN that is none to be sold by', async () => {
    await aPart({ numbers: 'Own: CP-1\nEAN: 2000000000008' })
    expect((await google())[0]).not.toHaveProperty('gtin')
  })

  test('that is hidden is in none, and left out of no list', async () => {
    await aPart({ visibility: 'hidden' })
    expect(await google()).toEqual([])
    expect(await leftOut()).toEqual({ total: 0, parts: [] })
  })
})

test('every line of both feeds passes the checker, whatever the texts are', async () => {
  const hostile = [
    'Quotes "double" and \'single\', comma; semicolon',
    ']]> <![CDATA[ & &lt < 3 > 2',
    'Control \u0001\u0008\u000b\u001f\u0085 \ufffe\uffff end',
    'Emoji 😀👩‍🔧 and 𝔊',
    'שלום \u202eevil\u202c مرحبا',
    '=HYPERLINK("https://evil.example")',
    '+1',
    '-2',
    '@SUM(A1)',
    "'=1",
    '\t=1',
    '＝1',
    'Lines\r\nof\ntext\ttabs',
    '\u2028 separators \u2029',
    '%s {{y}} \\',
  ]
  for (const [n, text] of hostile.entries())
    await aPart(
      { brand: text.slice(0, 60), product_description: text, numbers: `Own: ${n} "&<>]]>` },
      { name: `${text} ${n}` },
    )
  // More than one batch.
  for (let n = 0; n < 260; n += 1) await aPart({}, { name: `Usual ${n}` })
  const [inGoogle, inMeta] = [await google(), await meta()]
  expect(inGoogle).toHaveLength(hostile.length + 260)
  expect(inMeta).toHaveLength(hostile.length + 260)
  for (const item of inGoogle.map(fromGoogle)) expect(feedProblems(item, publicUrl)).toEqual([])
  for (const item of inMeta.map(fromMeta)) expect(feedProblems(item, publicUrl)).toEqual([])
  expect(inMeta.map(fromMeta)).toEqual(
    inGoogle.map(fromGoogle).map((item) => ({ ...item, weightGrams: null })),
  )
  const titles = inGoogle.map((item) => item.title![0])
  expect(titles).toContain(']]> <![CDATA[ & &lt < 3 > 2 1')
  expect(titles).toContain('Emoji 😀👩‍🔧 and 𝔊 3')
  expect(titles).toContain('=HYPERLINK("https://evil.example") 5')
})

describe('what is left out', () => {
  test('is listed with all that is wrong with it, counted, and gone from the list once it is right', async () => {
    await aPart({}, { name: 'Good' })
    const free = await aPart({ numbers: '' }, { name: 'Free', priceCents: 0 })
    await aPart({ image: '/images/drawing-brakes-1200.webp', brand: '' }, { name: 'Drawn' })
    await aPart({ product_description: 'A <b>bold</b> one' }, { name: 'Bold', ships: 'collect' })
    expect(await feeds()).toMatchObject({ inFeeds: 1, leftOut: 3, isHttps: true })
    expect((await feeds()).problems).toContainEqual({ text: 'It has no price', parts: 1 })
    const { total, parts } = await leftOut()
    expect(total).toBe(3)
    expect(Object.fromEntries(parts.map(({ name, problems }) => [name, problems]))).toEqual({
      Free: ['It has no price', 'It has neither an own number nor an EAN that is sold by'],
      Drawn: ['It has no picture of its own yet', 'It has no brand'],
      Bold: ['It is only collected: the feeds are for what is shipped', 'Its name or description has HTML'],
    })
    expect((await google()).map((item) => item.title![0])).toEqual(['Good'])
    const fixed = { price_cents: 100, numbers: 'Own: F-1' }
    await shop.database.change(['products'], (tx) =>
      tx.updateTable('products').set(fixed).where('id', '=', free).execute(),
    )
    expect((await leftOut()).total).toBe(2)
    expect(await google()).toHaveLength(2)
  })

  test('is read page by page', async () => {
    for (let n = 0; n < 5; n += 1) await aPart({ brand: '' }, { name: `Nobody's ${n}` })
    const [first, second] = [await leftOut('?limit=3'), await leftOut('?limit=3&page=2')]
    expect([first.total, first.parts.length, second.parts.length]).toEqual([5, 3, 2])
    expect(new Set([...first.parts, ...second.parts].map(({ _id }) => _id)).size).toBe(5)
  })
})

describe('the address of a feed', () => {
  test('has a key that is shown again, until it is renewed or the feeds are switched off for good', async () => {
    const first = await addresses()
    expect(await addresses()).toEqual(first)
    expect(first.google).toMatch(/^\/feeds\/google\.xml\?key=[\w-]{43}$/)
    expect((await shop.get(first.google)).status).toBe(200)
    await change('key', (await feeds()).version)
    const second = await addresses()
    expect((await shop.get(first.google)).status).toBe(404)
    expect((await shop.get(second.google)).status).toBe(200)
    const { version } = await feeds()
    expect((await change('off', version)).json()).toEqual({ modifiedCount: 1 })
    expect((await feeds()).addresses).toBeUndefined()
    expect((await shop.get(second.meta)).status).toBe(404)
    const third = await addresses()
    expect(third.meta).not.toBe(second.meta)
    expect((await shop.get(second.meta)).status).toBe(404)
    const stored = JSON.stringify(await shop.db.selectFrom('shop_records').selectAll().execute())
    expect(stored).not.toContain(third.meta.split('key=')[1])
  })

  test.each(['', '?key=', '?key=wrong', `?key=${'A'.repeat(43)}`, '?key=a&key=b'])(
    'with another key leads nowhere: %s',
    async (query) => {
      await addresses()
      const found = await shop.get(`/feeds/meta.csv${query}`)
      expect(found.status).toBe(404)
      expect(found.text).not.toContain('title')
    },
  )

  test('is renewed once by two who press at once, and by admins alone, in the audit trail', async () => {
    const { version } = await feeds()
    const twice = await Promise.all([change('key', version), change('key', version)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { token } = await addToken()
    const program = await shop.send('/api/manage/feeds', { headers: bearer(token) })
    expect(program.status).toBe(403)
    const entries = await shop.db
      .selectFrom('audit_entries')
      .select('what')
      .where('what', '=', 'addresses of the feeds made')
      .execute()
    expect(entries.length).toBeGreaterThan(0)
  })

  test('answers HEAD without the parts', async () => {
    await aPart()
    const head = await shop.send((await addresses()).google, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers['content-type']).toContain('application/xml')
    expect(head.text).toBe('')
  })
})

async function addToken() {
  const endsOn = new Date(Date.now() + 864e5).toISOString().slice(0, 10)
  const body = { name: `Till ${newId()}`, role: 'admin', endsOn, password: 'Passw0rd1' }
  return (await shop.send('/api/manage/tokens', { method: 'POST', body, headers })).json() as {
    token: string
  }
}

type Read = Record<string, string[]>

/** Reads back only what is well-formed; anything else throws. */
function readXml(text: string): Read[] {
  const items: Read[] = []
  const open: string[] = []
  let rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  let words = ''
  let item: Read = {}
  if (/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u.test(rest)) throw new Error('no character of XML')
  while (rest) {
    const [all, closing, name, , content] =
      /^(?:<(\/?)([a-z][\w:]*)((?: [\w:]+="[^"<&]*")*)>|([^<]+))/.exec(rest) ?? []
    if (all === undefined) throw new Error(`not XML: ${rest.slice(0, 60)}`)
    rest = rest.slice(all.length)
    if (content !== undefined) {
      if (content.includes(']]>') || /&(?!(amp|lt|gt|quot);)/.test(content))
        throw new Error(`not XML: ${content}`)
      words += content
    } else if (!closing) {
      open.push(name!)
      words = ''
      if (name === 'item') item = {}
    } else {
      if (open.pop() !== name) throw new Error(`closed wrongly: ${name}`)
      if (name === 'item') items.push(item)
      else if (name!.startsWith('g:')) {
        const field = name!.slice(2)
        item[field] = [...(item[field] ?? []), unescaped(words)]
      }
    }
  }
  if (open.length > 0 || !text) throw new Error('cut off')
  return items
}

const unescaped = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')

const readCsv = (text: string) => parseCsv(text, { columns: true }) as Record<string, string>[]

const priceIn = (text = '') => {
  const [, dollars] = /^(\d+\.\d\d) USD$/.exec(text) ?? []
  return dollars === undefined ? 0 : toCents(Number(dollars))
}

const fromGoogle = (read: Read): FeedItem => {
  for (const [name, values] of Object.entries(read))
    if (name !== 'additional_image_link') expect(values, name).toHaveLength(1)
  const one = (name: string) => read[name]?.[0] ?? ''
  expect(['in_stock', 'out_of_stock']).toContain(one('availability'))
  expect(one('condition')).toBe('new')
  return {
    id: one('id'),
    title: one('title'),
    description: one('description'),
    link: one('link'),
    image: one('image_link'),
    moreImages: read.additional_image_link ?? [],
    isInStock: one('availability') === 'in_stock',
    priceCents: priceIn(one('price')),
    brand: one('brand'),
    gtin: one('gtin') || null,
    mpn: one('mpn') || null,
    productType: one('product_type') || null,
    weightGrams: Number.parseInt(one('shipping_weight'), 10) || null,
  }
}

/** What spreadsheets would run begins with an apostrophe there. */
const plain = (cell = '') => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

const fromMeta = (read: Record<string, string>): FeedItem => {
  expect(['in stock', 'out of stock']).toContain(read.availability)
  expect(read.condition).toBe('new')
  for (const cell of Object.values(read)) expect(cell).not.toMatch(/^[=+\-@]/)
  return {
    id: read.id!,
    title: plain(read.title),
    description: plain(read.description),
    link: read.link!,
    image: read.image_link!,
    moreImages: read.additional_image_link!.split(',').filter(Boolean),
    isInStock: read.availability === 'in stock',
    priceCents: priceIn(read.price),
    brand: plain(read.brand),
    gtin: read.gtin || null,
    mpn: plain(read.mpn) || null,
    productType: read.product_type || null,
    weightGrams: null,
  }
}
