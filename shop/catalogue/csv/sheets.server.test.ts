import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isQuickRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { tool } from '~/test/tool.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@sheets.example', admin: true })).headers
})

type Column = { heading: string; guess: string; samples: string[] }
type Look = { isOurs: boolean; columns: Column[]; decimalMark: string; suppliers: object[] }
type Mapping = { columns: string[]; decimalMark: string }
type Extra = { planKey?: string; supplier?: string; leaveOut?: boolean }

const look = async (csv: string): Promise<Look> =>
  (await shop.post('/api/manage/services/columns', { csv }, admin)).json()
const send = (csv: string, mapping: Mapping, extra: Extra = {}) =>
  shop.post('/api/manage/services/import', { csv, mapping, ...extra }, admin)

/** As an admin does it who agrees with every guess. */
async function importAsGuessed(csv: string, extra: Extra = {}) {
  const { columns, decimalMark } = await look(csv)
  const mapping = { columns: columns.map(({ guess }) => guess), decimalMark }
  const report = (await send(csv, mapping)).json()
  const applied = (await send(csv, mapping, { planKey: report.planKey, ...extra })).json()
  return { mapping, report, applied }
}
const managed = async (q: string) =>
  (await shop.get(`/api/manage/services?limit=48&q=${encodeURIComponent(q)}`, admin)).json()

const makers = ['NORDHALT', 'Pelka', 'ISARWERK', 'Tarn & Söhne']
const kinds: [id: string, name: string, text: string][] = [
  ['brake-discs', 'Brake disc', 'Scheibe, belüftet; Ø 300 mm'],
  ['oil-filters', 'Oil filter', 'Wechselfilter, "lang"'],
  ['wiper-blades', 'Wiper blade', 'Flachbalken für vorn'],
]
const cars = ['front Meridian Combi', 'rear Meridian Combi', 'front Altair S']
/** With the check digit behind it. */
function ean(n: number) {
  const digits = `40900000${String(n).padStart(4, '0')}`
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
/** Semicolons, a mark at the beginning, commas for decimals, German headings, names that repeat, no minimum order. */
function distributorsFile(count: number) {
  const lines = Array.from({ length: count }, (_, n) => {
    const [kind, name, text] = kinds[n % 3]!
    const price = n === 7 ? '1.249,90' : `${(n % 90) + 4},${String((n * 37) % 100).padStart(2, '0')}`
    return [
      `NW-${20_000 + n}`,
      `${name} ${cars[n % 2 ? 0 : (n + 1) % 3]}`,
      makers[n % 4],
      kind,
      price,
      (n * 13) % 40,
      ean(n),
      `7M3 ${400 + n} ${n % 10}1 B`,
      `"${text.replaceAll('"', '""')}"`,
      `https://pictures.nordhalt.example/NW-${20_000 + n}.jpg`,
    ].join(';')
  })
  const head =
    'Artikel-Nr.;Bezeichnung;Hersteller;Warengruppe;VK brutto;Lagerbestand;EAN;OE-Nummern;Beschreibung;Bild-URL'
  return `\uFEFF${[head, ...lines].join('\r\n')}\r\n`
}

describe('a file as a distributor sends it', () => {
  const csv = distributorsFile(120)

  test('is understood by its headings, shown with samples, and imported whole without editing', async () => {
    const seen = await look(csv)
    expect(seen).toMatchObject({ isOurs: false, decimalMark: ',' })
    expect(seen.columns.map(({ guess }) => guess)).toEqual([
      'own',
      'productName',
      'brand',
      'category',
      'price',
      'availableQty',
      'ean',
      'oe',
      'productDescription',
      'image',
    ])
    expect(seen.columns[4]).toEqual({
      heading: 'VK brutto',
      guess: 'price',
      samples: ['4,00', '5,37', '6,74'],
    })
    const { report, applied } = await importAsGuessed(csv, { supplier: 'Nordhalt' })
    expect(report).toMatchObject({ applied: false, problems: [], notes: [], changes: [], unchanged: 0 })
    expect(report.adds).toHaveLength(120)
    expect(applied.applied).toBe(true)
    const [part] = await managed('NW-20007')
    expect(part).toMatchObject({
      productName: 'Oil filter front Meridian Combi',
      brand: 'Tarn & Söhne',
      category: 'oil-filters',
      price: 1249.9,
      availableQty: 11,
      orderQty: 1,
      numbers: `Own: NW-20007\nEAN: ${ean(7)}\nOE: 7M3 407 71 B`,
      productDescription: 'Wechselfilter, "lang"',
      visibility: 'shown',
    })
    expect(part.image).toMatch(/^\/images\/[0-9a-f]{40}-1200\.webp$/)
    expect((await shop.get('/api/services?q=4090000000076')).json()).toMatchObject([{ _id: part._id }])
  })

  test('changes nothing when it is sent again, and its supplier needs no question any more', async () => {
    const { report } = await importAsGuessed(csv)
    expect(report).toMatchObject({ problems: [], adds: [], changes: [], unchanged: 120 })
    const { suppliers } = await look('Bestand;Artikel-Nr.;VK brutto\n1;NW-20001;5,00')
    expect(suppliers).toEqual([
      { name: 'Nordhalt', columns: ['', 'own', 'price'], decimalMark: ',', isSame: false },
    ])
  })

  test('brings parts of one name, which stay apart, are exported, edited and ordered', async () => {
    const alike = (await managed('Brake disc front Meridian Combi')).filter(
      ({ productName }: { productName: string }) => productName === 'Brake disc front Meridian Combi',
    )
    expect(alike.length).toBeGreaterThan(5)
    const exported = (await shop.get('/api/manage/services.csv', admin)).text
    const again = await shop.post('/api/manage/services/import', { csv: exported }, admin)
    expect(again.json()).toMatchObject({ problems: [], adds: [], changes: [] })
    const [one, other] = alike
    const edit = (id: string, body: object) =>
      shop.send(`/api/services/${id}/details`, { method: 'PUT', headers: admin, body })
    const changed = { ...other, productDescription: 'With its screws', seen: other }
    expect((await edit(other._id, changed)).json()).toEqual({ modifiedCount: 1 })
    const taken = await edit(one._id, { ...one, numbers: other.numbers, brand: other.brand, seen: one })
    expect([taken.status, taken.json().reason]).toEqual([409, 'number_taken'])
    // A client of the specified calls names a part by its name alone: which one is not guessed.
    const { headers } = await signedIn(shop, { email: 'buyer@sheets.example' })
    const order = { quantity: 1, size: 'M', price: one.price, productName: one.productName }
    const refused = await shop.post('/api/orders', order, headers)
    expect([refused.status, refused.json().reason]).toEqual([409, 'several_of_that_name'])
    const orderable = alike.find(({ availableQty }: { availableQty: number }) => availableQty > 0)
    const placed = { ...order, price: orderable.price, productId: orderable._id }
    expect((await shop.post('/api/orders', placed, headers)).status).toBe(200)
  })
})

describe('a list of stock and prices', () => {
  test('by part number changes these alone, and says how many are none of this shop', async () => {
    const [before] = await managed('NW-20010')
    const csv = 'SKU,Qty on hand,Price (USD)\nnw 20010,>25,"1,210.50"\nNW-20011,,9.99\nXX-1,4,1\nXX-2,-3,1'
    const { report, applied } = await importAsGuessed(csv)
    expect(report).toMatchObject({
      problems: [],
      adds: [],
      notes: [
        {
          line: 4,
          count: 2,
          message: 'The part number is none of this shop, and there is no name for a new part',
        },
      ],
    })
    expect(report.changes.map(({ changes }: { changes: object }) => Object.keys(changes))).toEqual([
      ['availableQty', 'price'],
      ['price'],
    ])
    expect(applied.applied).toBe(true)
    const [after] = await managed('NW-20010')
    expect(after).toEqual({ ...before, availableQty: 25, price: 1210.5 })
  })

  test('takes no price of nothing: a part that was sold is not given away', async () => {
    const { report } = await importAsGuessed('Artikelnummer;Preis\nNW-20012;0,00\nNW-20013;12,50')
    expect(report.notes).toEqual([{ line: 2, count: 1, message: 'A price of 0 is left out' }])
    expect(report.changes).toMatchObject([{ line: 3, changes: { price: { to: 12.5 } } }])
  })

  test('of two brands with one number asks for the brand', async () => {
    const parts =
      'Part No;Name;Brand\nDOUBLE-1;Hub of A;Alpha\nDOUBLE-1;Hub of B;Beta\nDOUBLE-1;Hub again;ALPHA'
    const { report } = await importAsGuessed(parts)
    expect(report.problems).toEqual([{ line: 4, message: 'The same product is on line 2 too.' }])
    const two = parts.split('\n').slice(0, 3).join('\n')
    expect((await importAsGuessed(two)).applied.adds).toHaveLength(2)
    const { report: unclear } = await importAsGuessed('Part No;Stock\nDOUBLE-1;4')
    expect(unclear.problems).toEqual([
      {
        line: 2,
        message: 'More than one part has the number “DOUBLE-1”: the file needs their brand or _id.',
      },
    ])
    const { report: clear } = await importAsGuessed('Part No;Stock;Brand\nDOUBLE-1;4;beta')
    expect(clear.changes).toMatchObject([{ name: 'Hub of B', changes: { availableQty: { to: 4 } } }])
  })
})

test('UPC, GTIN and EAN name the same piece, and long numbers and many attributes go in', async () => {
  const long = `LONG-${'9'.repeat(43)}`
  const csv = `Part No;Name;UPC;Price\n${long};Piece with a UPC;036000291452;5,00`
  await importAsGuessed(csv)
  const again = await importAsGuessed(`Part No;GTIN\n${long};00036000291452`)
  expect(again.report).toMatchObject({ changes: [], unchanged: 1 })
  const [part] = await managed(long)
  expect(part.numbers).toBe(`Own: ${long}\nEAN: 036000291452`)
  for (const q of ['036000291452', '0036000291452', '00036000291452'])
    expect((await managed(q)).map(({ _id }: { _id: string }) => _id)).toEqual([part._id])
  const columns = ['own', 'productName', 'ean']
  const wrong = await send('a;b;c\nU-1;Wrong;036000291453', { columns, decimalMark: ',' })
  expect(wrong.json().problems).toHaveLength(1)
})

describe('a part that lacks something', () => {
  test('waits as Hidden, with the drawing of its kind where there is no picture', async () => {
    const csv =
      'Part No;Name;Category;Price;Image\nWAIT-1;Waiting disc;Brake discs;5,00;\nWAIT-2;Waiting tyre;Reifen;;n/a'
    const { report } = await importAsGuessed(csv)
    expect(report.problems).toEqual([])
    expect(
      report.notes.map(({ message, count }: { message: string; count: number }) => [message, count]),
    ).toEqual([
      ['Waits as Hidden: it has no picture yet', 2],
      ['“Reifen” is no category of this shop', 1],
      ['What stands for the picture is not the address of one', 1],
      ['Waits as Hidden: it has no price yet', 1],
    ])
    const [disc] = await managed('WAIT-1')
    expect(disc).toMatchObject({
      visibility: 'hidden',
      category: 'brake-discs',
      image: '/images/drawing-brakes-1200.webp',
      productDescription: 'Waiting disc',
    })
    const drawing = await shop.get(disc.image)
    expect([drawing.status, drawing.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect((await shop.get('/images/drawing-part-320.avif')).status).toBe(200)
    expect((await shop.get('/api/services?q=Waiting')).json()).toEqual([])
  })
})

describe('what is wrong', () => {
  const csv = [
    'Part No;Name;Price;Stock;EAN;Brand',
    'BAD-1;Right part;5,00;3;;X',
    'BAD-2;Wrong part;on request;many;123;X',
    `BAD-3;${'long '.repeat(30)};1.23;3;;X`,
  ].join('\n')
  test('is told all at once, and lines with problems can be left out', async () => {
    const { columns } = await look(csv)
    const mapping = { columns: columns.map(({ guess }) => guess), decimalMark: ',' }
    const report = (await send(csv, mapping)).json()
    expect(report).toMatchObject({ isReadable: true, adds: [{ line: 2, name: 'Right part' }] })
    expect(report.problems).toEqual([
      { line: 3, message: 'Available quantity must be a whole number' },
      { line: 3, message: 'Price must be in dollars with at most two decimals' },
      {
        line: 3,
        message:
          'EAN, UPC or GTIN: an EAN, UPC or GTIN has 8, 12, 13 or 14 digits, and the last one is a check digit',
      },
      { line: 4, message: 'Product name must be at most 120 characters' },
    ])
    expect((await send(csv, mapping, { planKey: report.planKey })).status).toBe(422)
    const done = await send(csv, mapping, { planKey: report.planKey, leaveOut: true })
    expect(done.json()).toMatchObject({ applied: true, adds: [{ name: 'Right part' }] })
    expect(await managed('BAD-2')).toEqual([])
  })

  test('of a file that cannot be read to its end no line is left out', async () => {
    const broken = 'Part No;Name\nEND-1;One\nEND-2;"Two\nEND-3;Three'
    const mapping = { columns: ['own', 'productName'], decimalMark: ',' }
    const report = (await send(broken, mapping)).json()
    expect(report).toMatchObject({ isReadable: false, problems: [{ line: 3 }] })
    expect((await send(broken, mapping, { planKey: report.planKey, leaveOut: true })).status).toBe(422)
  })

  test('about the columns is said of the file as a whole', async () => {
    const told = async (...columns: string[]) =>
      (await send('a;b\n1;2', { columns, decimalMark: ',' }))
        .json()
        .problems.map(({ message }: { message: string }) => message)
    expect(await told('own')).toEqual(['The file has other columns than those you have named.'])
    expect(await told('own', 'nonsense')).toEqual(['No column can be “nonsense”.'])
    expect(await told('price', 'price')).toEqual(['Two columns are “price”.'])
    expect(await told('price', '')).toEqual(['There is neither a part number nor a name'])
    expect((await look('\n\n')).columns).toEqual([])
  })

  test('a column of an attribute takes its value with or without the unit', async () => {
    const csv = 'Part No;Name;Diameter (mm);Price\nATT-1;Disc with a measure;312,5;5,00'
    const seen = await look(csv)
    expect(seen.columns[2]!.guess).toBe('attribute:Diameter')
    await importAsGuessed(csv)
    expect((await managed('ATT-1'))[0].attributes).toBe('Diameter: 312.5 mm')
    await importAsGuessed('Part No;Diameter\nATT-1;300')
    expect((await managed('ATT-1'))[0].attributes).toBe('Diameter: 300 mm')
  })
})

test('a form takes a name twice only where own numbers tell the parts apart', async () => {
  const add = (fields: object) =>
    shop.post(
      '/api/services',
      {
        productName: 'Twin gasket',
        availableQty: 1,
        orderQty: 1,
        price: 5,
        productDescription: 'Text',
        image: '/products/piston-1200.webp',
        ...fields,
      },
      admin,
    )
  expect((await add({ brand: 'Pelka', numbers: 'TG-1' })).status).toBe(200)
  expect((await add({})).json().reason).toBe('name_taken')
  expect((await add({ brand: 'Pelka', numbers: 'TG 1' })).json().reason).toBe('number_taken')
  expect((await add({ brand: 'Pelka', numbers: 'TG-2' })).status).toBe(200)
  expect((await add({ brand: 'Nordhalt', numbers: 'TG-1' })).status).toBe(200)
  const names = (await managed('Twin gasket')).map(({ productName }: { productName: string }) => productName)
  expect(names).toEqual(['Twin gasket', 'Twin gasket', 'Twin gasket'])
})

test.skipIf(isQuickRun)(
  'a command imports a file of a supplier whose columns are known, in any encoding',
  { timeout: 120_000 },
  async () => {
    await importAsGuessed('Artikel-Nr.;Bezeichnung;VK brutto\nCMD-0;Known part;4,00', {
      supplier: 'By command',
    })
    const write = (name: string, text: Buffer) => {
      const path = join(shop.config.dataDir, name)
      writeFileSync(path, text)
      return path
    }
    const text = 'Artikel-Nr.;Bezeichnung;VK brutto\nCMD-1;Gehäuse;1.234,50\nCMD-0;;4,50\n'
    const [wide, western] = [
      write('wide.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')),
      write('western.csv', Buffer.from(text, 'latin1')),
    ]
    await shop.app.close()
    const run = (...args: string[]) => tool('import-csv', shop.settings, 'products', ...args)
    const unknown = await run(wide, '--supplier', 'Nobody')
    expect([unknown.code, unknown.problems]).toEqual([1, expect.stringContaining('Nobody has said yet')])
    const done = await run(wide, '--supplier', 'by COMMAND')
    expect(done.output).toContain('2 lines: 1 new, 1 changed, 0 unchanged.')
    const again = await run(western, '--supplier', 'By command')
    expect(again.output).toContain('2 lines: 0 new, 0 changed, 2 unchanged.')
    // As by the page, so that it can be undone there.
    const reopened = await aShop(shop.settings)
    const [last] = (await reopened.get('/api/manage/imports?limit=1', admin)).json()
    expect(last).toMatchObject({ fileName: 'wide.csv', lines: 2, added: 1, changed: 1, email: 'operator' })
  },
)
