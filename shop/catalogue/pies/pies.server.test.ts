import { beforeAll, describe, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aPiesFile, descriptions, prices } from '~/test/a-pies-file.ts'
import { notesOf, piesImports } from '~/test/a-pies-import.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
let files: ReturnType<typeof piesImports>
beforeAll(async () => {
  // No server begins by itself.
  shop = await aShop({ DEMO: 'off' }, { everyMs: hours(1) })
  admin = (await signedIn(shop, { email: 'admin@pies.example', admin: true })).headers
  files = piesImports(shop, admin)
})

const everything = `
  <ItemLevelGTIN GTINQualifier="UP">00036000291452</ItemLevelGTIN>
  ${descriptions({
    DES: 'Disc Brake Rotor',
    MKT: 'Coated &amp; balanced.&lt;br&gt;Ready to &lt;b&gt;fit&lt;/b&gt;.',
    FAB: ['Coated', 'Balanced'],
  })}
  ${descriptions({ MKT: 'Revêtu' }, 'FR')}
  <ExtendedInformation>
    <ExtendedProductInformation MaintenanceType="A" EXPICode="OEM">Meridian</ExtendedProductInformation>
    <ExtendedProductInformation MaintenanceType="A" EXPICode="OEP">1K0 615 301 AA</ExtendedProductInformation>
    <ExtendedProductInformation MaintenanceType="A" EXPICode="PTN">PE-99</ExtendedProductInformation>
  </ExtendedInformation>
  <ProductAttributes>
    <ProductAttribute MaintenanceType="A" AttributeID="Rotor height" PADBAttribute="N" AttributeUOM="mm">47.5</ProductAttribute>
    <ProductAttribute MaintenanceType="A" AttributeID="Finish" PADBAttribute="N">Zinc</ProductAttribute>
    <ProductAttribute MaintenanceType="A" AttributeID="2344" PADBAttribute="Y">5</ProductAttribute>
  </ProductAttributes>
  <Packages>
    <Package MaintenanceType="A"><PackageUOM>CA</PackageUOM><QuantityofEaches>10</QuantityofEaches>
      <Weights UOM="PG"><Weight>200</Weight></Weights></Package>
    <Package MaintenanceType="A"><PackageUOM>EA</PackageUOM><QuantityofEaches>1</QuantityofEaches>
      <Weights UOM="PG"><Weight>19.5</Weight></Weights></Package>
  </Packages>
  <PartInterchangeInfo>
    <PartInterchange MaintenanceType="A" BrandAAIAID="ZTAR" BrandLabel="Tarn">
      <PartNumber>T-500</PartNumber><PartNumber>T-501</PartNumber></PartInterchange>
    <PartInterchange MaintenanceType="A"><BrandAAIAID>ZNOR</BrandAAIAID><PartNumber>N77</PartNumber></PartInterchange>
    <PartInterchange MaintenanceType="D" BrandLabel="Gone"><PartNumber>G1</PartNumber></PartInterchange>
  </PartInterchangeInfo>
  <DigitalAssets>
    <DigitalFileInformation MaintenanceType="A"><FileName>b.jpg</FileName><AssetType>P01</AssetType>
      <FileType>JPG</FileType><URI>https://pictures.pelka.example/b.jpg</URI></DigitalFileInformation>
    <DigitalFileInformation MaintenanceType="A"><FileName>a.jpg</FileName><AssetType>P04</AssetType>
      <FileType>JPG</FileType><URI>https://pictures.pelka.example/a.jpg</URI></DigitalFileInformation>
    <DigitalFileInformation MaintenanceType="A"><FileName>c.jpg</FileName><AssetType>P02</AssetType></DigitalFileInformation>
  </DigitalAssets>
  <Kits><KitComponent MaintenanceType="A"><ComponentPartNumber>PE-7</ComponentPartNumber>
    <ComponentBrandLabel>Pelka</ComponentBrandLabel><Description>Bolt</Description>
    <QuantityInKit UOM="EA">2.0</QuantityInKit></KitComponent></Kits>`

test.each([
  ['6.5', 'http://www.aftermarket.org'],
  ['7.2', 'http://www.autocare.org'],
])(
  'a PIES file %s brings parts with all that is plain in it; without a price they wait as Hidden',
  async (version, namespace) => {
    const number = `PE-${version.replace('.', '')}`
    for (const attribute of [{ name: 'Rotor height', kind: 'number', unit: 'mm' }])
      await shop.post('/api/manage/attributes', attribute, admin)
    const seen = await files.look(aPiesFile([{ number, inside: everything }], { version, namespace }))
    const checked = await seen.read()
    expect(checked).toMatchObject({ state: 'checked', lines: 1, added: 1, mistakes: 0 })
    expect(notesOf(checked)).toEqual(
      expect.arrayContaining([
        'There is no attribute “Finish” in this shop: it is left out',
        'Attributes that are named by an id of the PAdb are left out',
        'Numbers of the brand ZNOR have its code as their maker: the file does not name it',
        'Pictures that the file names without an address are left out',
        'Waits as Hidden: it has no price yet',
      ]),
    )
    await seen.become({ state: 'applying' })
    await shop.importWorker.wake()
    expect(await files.part(number)).toMatchObject({
      productName: `Pelka Disc Brake Rotor ${number}`,
      brand: 'Pelka',
      visibility: 'hidden',
      price: 0,
      availableQty: 0,
      weightGrams: 8845,
      attributes: 'Rotor height: 47.5 mm',
      productDescription:
        'Coated & balanced.\nReady to fit.\n\n• Coated\n• Balanced\n\nIn this kit:\n• 2 × Pelka PE-7 Bolt',
      numbers: [
        `Own: ${number}`,
        'EAN: 036000291452',
        'OE Meridian: 1K0 615 301 AA',
        'Replaces: PE-99',
        'Competitor Tarn: T-500',
        'Competitor Tarn: T-501',
        'Competitor Brand ZNOR: N77',
      ].join('\n'),
    })
    const { image, morePictures } = await files.part(number)
    const wanted = await shop.db.selectFrom('picture_fetches').select(['image_id', 'address']).execute()
    const addressOf = (shown: string) => wanted.find(({ image_id }) => shown.includes(image_id))?.address
    expect([image, morePictures].map(addressOf)).toEqual([
      'https://pictures.pelka.example/a.jpg',
      'https://pictures.pelka.example/b.jpg',
    ])
    await seen.become({ state: 'undoing' })
    await shop.importWorker.wake()
  },
)

describe('prices are taken as the owner has said', () => {
  const sheets = `<PriceSheet MaintenanceType="A"><PriceSheetNumber>S1</PriceSheetNumber><CurrencyCode>USD</CurrencyCode>
    <EffectiveDate>2020-01-01</EffectiveDate></PriceSheet>
    <PriceSheet MaintenanceType="A"><PriceSheetNumber>S2</PriceSheetNumber><CurrencyCode>CAD</CurrencyCode></PriceSheet>`
  const on = (sheet: string) => `<PriceSheetNumber>${sheet}</PriceSheetNumber>`
  const from = (day: string) => `<EffectiveDate>${day}</EffectiveDate>`
  const cases: [what: string, given: Parameters<typeof prices>, price: number][] = [
    ['10.0049 times 1.35', [{ type: 'JBR', amount: '10.0049', more: on('S1') }], 13.51],
    ['half a cent up', [{ type: 'JBR', amount: '0.5' }], 0.68],
    ['retail is another price', [{ type: 'RET', amount: '99' }], 0],
    ['Canadian dollars', [{ type: 'JBR', amount: '10', more: on('S2') }], 0],
    ['for a case', [{ type: 'JBR', amount: '10', unit: 'CA' }], 0],
    ['from ten on', [{ type: 'JBR', amount: '10', more: '<PriceBreak UOM="EA">10</PriceBreak>' }], 0],
    ['expired', [{ type: 'JBR', amount: '10', more: '<ExpirationDate>2021-01-01</ExpirationDate>' }], 0],
    ['not yet', [{ type: 'JBR', amount: '10', more: from('2999-01-01') }], 0],
    [
      'the newer one',
      [
        { type: 'JBR', amount: '10', more: from('2021-01-01') },
        { type: 'JBR', amount: '20', more: from('2022-01-01') },
        { type: 'JBR', amount: '30', more: from('2999-01-01') },
      ],
      27,
    ],
    [
      'two at once',
      [
        { type: 'JBR', amount: '10' },
        { type: 'JBR', amount: '11' },
      ],
      0,
    ],
    ['no number', [{ type: 'JBR', amount: 'ask' }], 0],
  ]
  const file = (word: string) =>
    aPiesFile(
      cases.map(([what, given], n) => ({
        number: `${word}-${n}`,
        inside: descriptions({ DES: what }) + prices(...given),
      })),
      { sheets },
    )

  test('of one kind, times a factor, to the cent; what is meant for others is left out and noted', async () => {
    const done = await files.imported(file('PR'), { price: 'JBR', factor: '1.35' })
    expect(done).toMatchObject({ state: 'done', added: cases.length })
    expect(notesOf(done)).toEqual(
      expect.arrayContaining([
        'Prices in CAD are left out',
        'Prices for other units than a piece (CA) are left out',
        'Prices from a quantity on are left out',
        'Prices that have expired are left out',
        'Prices that do not hold yet are left out',
        'Several prices JBR hold at once: none is taken',
        'A price that is no number is left out',
      ]),
    )
    for (const [n, [what, , price]] of cases.entries())
      expect([what, (await files.part(`PR-${n}`)).price]).toEqual([what, price])
  })

  test('up to .99, with a deposit, and below the lowest advertised price it is said', async () => {
    const inside = (amount: string) =>
      descriptions({ DES: 'Starter' }) +
      prices(
        { type: 'RET', amount },
        { type: 'RMP', amount: '17.00' },
        { type: 'CR1', amount: '25.00' },
        { type: 'CR2', amount: '40.00' },
      )
    const done = await files.imported(
      aPiesFile([
        { number: 'ST-1', inside: inside('15.99') },
        { number: 'ST-2', inside: inside('17.0001') },
      ]),
      { price: 'RET', endsIn99: true, deposit: 'CR2' },
    )
    expect(done.found.notes).toContainEqual({
      line: 10,
      message: 'Below the lowest price that the maker allows to be advertised (RMP)',
      count: 1,
    })
    expect(await files.part('ST-1')).toMatchObject({ price: 15.99, deposit: 40 })
    expect(await files.part('ST-2')).toMatchObject({ price: 17.99, deposit: 40 })
  })

  test('and not at all unless that is said', async () => {
    await files.imported(
      aPiesFile([
        { number: 'NP-1', inside: descriptions({ DES: 'A' }) + prices({ type: 'RET', amount: '9' }) },
      ]),
    )
    expect(await files.part('NP-1')).toMatchObject({ price: 0, deposit: 0, visibility: 'hidden' })
  })
})

test('a part that is here gets what is empty, and what was set here stays and is listed', async () => {
  const typed = {
    ...{
      productName: 'My filter',
      brand: 'Pelka',
      numbers: 'Own: MY-1',
      price: 7,
      orderQty: 1,
      availableQty: 3,
    },
    ...{ productDescription: 'My filter', image: '/products/piston-1200.webp' },
  }
  expect((await shop.post('/api/services', typed, admin)).status).toBe(200)
  const inside =
    descriptions({ DES: 'Oil filter', MKT: 'Made well' }) +
    prices({ type: 'RET', amount: '6.00' }, { type: 'CR1', amount: '2' }) +
    '<ExtendedInformation><ExtendedProductInformation EXPICode="PTN">MY-0</ExtendedProductInformation></ExtendedInformation>'
  const done = await files.imported(
    aPiesFile([{ number: 'MY1', inside, is: 'C' }], { submission: 'UPDATE' }),
    {
      ...{ price: 'RET', deposit: 'CR1' },
    },
  )
  expect(done).toMatchObject({ added: 0, changed: 1 })
  expect(await files.part('MY-1')).toMatchObject({
    ...{
      productName: 'My filter',
      price: 7,
      deposit: 2,
      productDescription: 'Made well',
      visibility: 'shown',
    },
    ...{ numbers: 'Own: MY-1\nReplaces: MY-0', image: '/products/piston-1200.webp' },
  })
  expect(done.found.lists).toEqual([
    {
      title: 'Kept yours',
      count: 2,
      first: [
        'My filter: Product name is “My filter”, the file says “Pelka Oil filter MY1”',
        'My filter: Price is “7”, the file says “6”',
      ],
    },
  ])
})

describe('a file that is imported again', () => {
  const items = (price: string) =>
    ['AG-1', 'AG-2', 'AG-3'].map((number) => ({
      number,
      inside: descriptions({ DES: 'Filter', MKT: 'Made well' }) + prices({ type: 'RET', amount: price }),
    }))

  test('writes nothing, and is refused as nothing to import', async () => {
    expect(await files.imported(aPiesFile(items('5.00')), { price: 'RET' }, 'Again')).toMatchObject({
      added: 3,
    })
    const before = await shop.db.selectFrom('products').selectAll().orderBy('id').execute()
    expect(await files.imported(aPiesFile(items('5.00')), { price: 'RET' }, 'Again')).toMatchObject({
      ...{ added: 0, changed: 0, unchanged: 3 },
      reason: 'nothing_to_import',
    })
    expect(await shop.db.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('lists what the maker has withdrawn or replaced, and what it does not name: all of it stays', async () => {
    const status = (code: string, text: string) =>
      `<ExtendedInformation><ExtendedProductInformation MaintenanceType="A" EXPICode="${code}">${text}</ExtendedProductInformation></ExtendedInformation>`
    const seen = await files.look(
      aPiesFile([
        { number: 'AG 1', is: 'D' },
        { number: 'AG-2', inside: status('LIS', 'Discontinued') + status('PTS', 'AG-20') },
        { number: 'AG-9', inside: descriptions({ DES: 'Old' }) + status('LIF', '9') },
        { number: 'AG-10', inside: descriptions({ DES: 'New' }) },
      ]),
      { price: 'RET' },
    )
    const { added, changed, unchanged, found } = await seen.read()
    expect([added, changed, unchanged]).toEqual([1, 0, 2])
    expect(found.lists[0]).toEqual({
      title: 'Withdrawn by the maker',
      count: 2,
      first: ['Pelka Filter AG-1', 'Pelka Filter AG-2'],
    })
    expect(found.lists[1]).toEqual({
      title: 'Replaced by another part, says the maker',
      count: 1,
      first: ['Pelka Filter AG-2: by AG-20'],
    })
    expect(found.lists[2].title).toBe('Parts of its brands that the file does not name: they stay')
    expect(found.lists[2].first).toContain('Pelka Filter AG-3')
    expect(found.lists[2].first).not.toContain('Pelka Filter AG-2')
    expect(notesOf({ found })).toContain('Parts that the maker has withdrawn are not added')
    await seen.become({ state: 'cancelled' })
  })

  test('an update says nothing of parts that it does not name', async () => {
    const seen = await files.look(aPiesFile([{ number: 'AG-1', is: 'C' }], { submission: 'UPDATE' }))
    expect((await seen.read()).found.lists).toEqual([])
    await seen.become({ state: 'cancelled' })
  })
})

test('the answers about the files of a supplier are remembered once one is imported', async () => {
  const xml = aPiesFile(
    [{ number: 'RE-1', label: '', code: 'ZISA', inside: descriptions({ DES: 'Hose' }) }],
    {
      version: '8.0',
    },
  )
  const nameless = await files.look(xml)
  expect(await nameless.problems()).toContain('Whose parts are these? Say what the brand ZISA is called.')
  await nameless.become({ state: 'cancelled' })
  const rule = {
    brands: { ZISA: 'ISARWERK' },
    categories: { 1896: 'oil-filters', 5: 'none' },
    price: 'LST',
    factor: '1',
    endsIn99: false,
    deposit: 'CR1',
    replacesAll: true,
  }
  await files.imported(xml, rule, 'Isar')
  expect(await files.part('RE-1')).toMatchObject({
    productName: 'ISARWERK Hose RE-1',
    brand: 'ISARWERK',
    category: 'oil-filters',
  })
  const { suppliers, pies } = (
    await shop.post('/api/manage/services/columns', { csv: xml.slice(0, 700) }, admin)
  ).json()
  expect(pies).toEqual({ version: '8.0', submission: 'FULL' })
  expect(suppliers.find(({ name }: { name: string }) => name === 'Isar').pies).toEqual({
    ...rule,
    replacesAll: false,
  })
})

test('a file on one line is imported whole, and undone', async () => {
  const xml = aPiesFile(
    Array.from({ length: 250 }, (_, n) => ({ number: `ONE-${n}`, inside: descriptions({ DES: 'Clip' }) })),
  ).replace(/\n\s*/g, '')
  const done = await files.imported(xml, {}, 'One line')
  expect(done).toMatchObject({ state: 'done', added: 250, doneLines: 250 })
  await done.undo()
  const left = await shop.db
    .selectFrom('products')
    .select('id')
    .where('product_name', 'like', 'Pelka Clip%')
    .execute()
  expect(left).toEqual([])
})

describe('a hostile or broken file is refused in a sentence with its line:', () => {
  const good = aPiesFile([{ number: 'HO-1', inside: descriptions({ DES: 'Good' }) }])
  const within = (inside: string) => aPiesFile([{ number: 'HO-2', inside }])

  test.each<[string, string, string]>([
    [
      'an entity',
      good.replace('<PIES', '<!DOCTYPE PIES [<!ENTITY a "b">]>\n<PIES'),
      '2,“<!DOCTYPE” and the like are not taken.',
    ],
    ['depth', within('<a>'.repeat(40) + '</a>'.repeat(40)), 'Tags are nested deeper than 32 levels.'],
    ['a text without end', within(`<a>${'x'.repeat(270_000)}</a>`), 'The text in <a> is too long.'],
    ['one that is cut off', good.slice(0, 500), 'The file ends inside <'],
    [
      'items that are missing',
      good.replace('<ItemCount>1<', '<ItemCount>12<'),
      'The file says that it has 12 items and has 1: a part of it is missing.',
    ],
    [
      'applications',
      '<ACES version="4.2"></ACES>',
      'This is an ACES file: it says which cars parts fit, not what the parts are.',
    ],
    ['another file', '<html></html>', 'This is a file of <html>. PIES 6.5 to 8.0 are read.'],
    [
      'an old one',
      good.replace('7.2', '5.1'),
      'This is PIES 5.1, which is too old. PIES 6.5 to 8.0 are read.',
    ],
    [
      'a test',
      good.replace('FULL', 'TEST'),
      'This file is marked as a test: it can be looked at, but not imported.',
    ],
  ])('%s', async (_, xml, problem) => {
    const file = await files.look(xml)
    expect(await file.problems()).toContain(problem)
    expect((await file.read()).found.isReadable).toBe(false)
    expect((await file.become({ state: 'applying', leaveOut: true })).json().reason).toBe('bad_lines')
    await file.become({ state: 'cancelled' })
  })
})
