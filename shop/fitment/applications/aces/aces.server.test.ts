import { beforeAll, describe, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { sendListOfCars } from '~/test/a-list-of-cars.ts'
import { acesFile, base, years } from '~/test/aces-file.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { inventedTables, readTables } from '~/test/vehicle-tables.ts'

const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'

let shop: TestShop
let admin: Record<string, string>
let niva17: string
let niva18: string
beforeAll(async () => {
  // No server begins by itself.
  shop = await aShop({}, { everyMs: hours(1) })
  admin = (await signedIn(shop, { email: 'admin@aces.example', admin: true })).headers
  niva17 = await aCar('1.7 L4')
  niva18 = await aCar('1.8 4-cyl diesel')
  await readTables(shop, admin, inventedTables)
})

async function aCar(engine: string) {
  const car = { make: 'Lada', model: 'Niva', engine, builtFrom: '2000-01', builtTo: '2003-12' }
  return (await shop.post('/api/manage/vehicles', car, admin)).json().insertedId as string
}
async function aPart(number: string) {
  const body = {
    productName: `Disc ${number}`,
    brand: 'Bremsa',
    numbers: `Own: ${number}`,
    price: 10,
    availableQty: 5,
    orderQty: 1,
    productDescription: 'Round',
    image: '/products/alloy-wheel-1200.webp',
  }
  return (await shop.post('/api/services', body, admin)).json().insertedId as string
}
const sent = (xml: string, supplier = 'Bremsa') =>
  sendListOfCars(shop, admin, xml, { kind: 'aces', name: 'aces.xml', brand: 'Bremsa', supplier })
async function applied(xml: string, supplier?: string) {
  const file = await sent(xml, supplier)
  const answer = await file.become('applying')
  expect([answer.status, answer.json()]).toEqual([200, { modifiedCount: 1 }])
  expect((await file.read()).state).toBe('done')
  return file
}
type Line = { vehicleId: string; position: string; conditions: string; mustCheck: string; quantity: number }
const linesOf = async (part: string) => {
  const lines: Line[] = (await shop.get(`/api/manage/services/${part}/fitments`, admin)).json()
  return lines
    .map(({ vehicleId, position, conditions, mustCheck, quantity }) =>
      [nameOf(vehicleId), position, conditions, mustCheck, quantity].join(' | '),
    )
    .sort()
}
const nameOf = (id: string) => (id === niva17 ? '1.7' : id === niva18 ? '1.8' : id)
const reasons = (found: { aside: { reason: string; count: number }[] }) =>
  Object.fromEntries(found.aside.map(({ reason, count }) => [reason, count]))
const abs = (id: number | string) => `<BrakeABS id="${id}"/>`
const engine = (id: number) => `<EngineBase id="${id}"/>`

describe('an ACES file', () => {
  test('is looked at, makes the list of a part when it is applied, and is undone again', async () => {
    const part = await aPart('AC 1')
    const file = await sent(
      acesFile([
        { says: base(101, `${engine(51)}<Position id="22"/>`) },
        { says: base(102, `${engine(51)}<Position id="22"/>`) },
        { says: base(206) },
      ]),
    )
    const seen = await file.read()
    expect(seen).toMatchObject({
      state: 'checked',
      lines: 3,
      parts: 1,
      header: {
        version: '4.2',
        title: 'Discs',
        submission: 'FULL',
        transferred: '2026-11-01',
        edition: '2026-04-30',
      },
      found: { fresh: 3, gone: 0, same: 0, used: 3, open: 0, aside: [], names: 0, notes: 0 },
    })
    expect(await linesOf(part)).toEqual([])
    await file.become('applying')
    expect(await linesOf(part)).toEqual([
      '1.7 | front | model-year=2001,2002 |  | 2',
      `${gti} |  | model-year=2006 |  | 2`,
    ])
    await file.become('undoing')
    expect(await linesOf(part)).toEqual([])
  })

  test('has what no table has as a condition that stays open, counted with its first lines', async () => {
    const part = await aPart('AC 2')
    const file = await applied(
      acesFile([
        { part: 'AC 2', says: base(101, `${engine(51)}${abs(77)}`) },
        { part: 'AC 2', says: base(102, `${engine(99)}`) },
        { part: 'AC 2', says: base(999) },
        { part: 'AC 2', says: years(2001, 2002, '<Sunroof id="4"/>') },
        { part: 'AC 2', says: '<EquipmentBase id="4"/>' },
        { part: 'AC 2', says: base(301) },
        { part: 'NA', says: base(101) },
        { part: 'AC 2', says: years(2003, 2001) },
        { part: 'AC 2', says: base(101), quantity: 100 },
        { part: 'AC 2', says: '<Years from="2001" to="2002"/><Make id="1"/>' },
        { part: 'AC 2', says: base(101), action: 'D' },
        { part: 'Somebody else’s', says: base(101) },
      ]),
    )
    const { found } = await file.read()
    expect(reasons(found)).toEqual({
      'no-car': 1,
      'no-vehicle': 1,
      'no-part': 1,
      unreadable: 5,
      machine: 1,
    })
    expect(found.unknown).toEqual({
      count: 2,
      first: [
        { line: 4, part: 'AC 2', text: 'ABS 77' },
        { line: 5, part: 'AC 2', text: 'EngineBase 99' },
      ],
    })
    expect(found.aside.find(({ reason }: { reason: string }) => reason === 'no-vehicle').first).toEqual([
      { line: 6, part: 'AC 2', text: 'Vehicle 999' },
    ])
    expect(await linesOf(part)).toEqual([
      '1.7 |  | model-year=2001 | ABS 77 | 2',
      '1.7 |  | model-year=2001,2002 | Sunroof 4 | 2',
      '1.7 |  | model-year=2002 | EngineBase 99 | 2',
      '1.8 |  | model-year=2001,2002 | Sunroof 4 | 2',
      '1.8 |  | model-year=2002 | EngineBase 99 | 2',
    ])
  })

  test('names an engine only where no other of that year has its litres and cylinders', async () => {
    const part = await aPart('AC 3')
    await applied(
      acesFile([
        { part: 'AC 3', says: base(101, engine(52)) },
        { part: 'AC 3', says: base(103, engine(52)) },
        // Of 2004 not all engines are known.
        { part: 'AC 3', says: base(104, engine(51)) },
        { part: 'AC 3', says: base(121) },
      ]),
    )
    expect(await linesOf(part)).toEqual([
      '1.7 |  | model-year=2003 | Engine 1.8 L4 (52) | 2',
      '1.7 |  | model-year=2004 | Engine 1.7 L4 (51) | 2',
      '1.8 |  | model-year=2001 |  | 2',
      '1.8 |  | model-year=2003 | Engine 1.8 L4 (52) | 2',
      '1.8 |  | model-year=2004 | Engine 1.7 L4 (51) | 2',
    ])
  })

  test('has what it requires of a car explained once for each text, as a remark', async () => {
    const part = await aPart('AC 4')
    const file = await applied(
      acesFile([
        {
          part: 'AC 4',
          says: base(101, `${engine(51)}<SubModel id="2"/>${abs(1)}<Note>Carbon look</Note>`),
        },
        { part: 'AC 4', says: base(102, `${engine(51)}<SubModel id="3"/>`) },
        {
          part: 'AC 4',
          says: base(103, '<Qual id="5"><text>With 312 mm discs</text></Qual>'),
          isDoubted: true,
        },
      ]),
    )
    const doubted = 'Its maker says that no table has this car so; With 312 mm discs'
    expect(await linesOf(part)).toEqual([
      '1.7 |  | model-year=2001 | Submodel Zebra; ABS 4-Wheel ABS; Carbon look | 2',
      '1.7 |  | model-year=2002 | Submodel not recorded | 2',
      `1.7 |  | model-year=2003 | ${doubted} | 2`,
      `1.8 |  | model-year=2003 | ${doubted} | 2`,
    ])
    const remarks = (await shop.get('/api/manage/remarks?limit=50&q=zebra', admin)).json()
    expect(remarks).toMatchObject([{ text: 'Submodel Zebra', meaning: '', applications: 1 }])
    const said = { meaning: 'informs' }
    const headers = admin
    await shop.send(`/api/manage/remarks/${remarks[0]._id}`, { method: 'PUT', headers, body: said })
    await file.become('checking')
    expect((await linesOf(part))[0]).toBe('1.7 |  | model-year=2001 | ABS 4-Wheel ABS; Carbon look | 2')
    // What is written for one car is in no file of all: that would hand the tables on.
    const { text: exported } = await shop.get('/api/manage/fitments.csv', admin)
    expect(exported).not.toMatch(/Zebra|4-Wheel/)
    expect(exported).toContain(gti)
  })

  test.each<[string, string, string]>([
    ['that is cut off', acesFile([{ says: base(101) }]).slice(0, -90), 'The file ends inside'],
    [
      'that lacks applications',
      acesFile([{ says: base(101) }], { footer: '<Footer><RecordCount>6512</RecordCount></Footer>' }),
      'The file says that it has 6,512 applications and has 1: a part of it is missing.',
    ],
    ['without an end', acesFile([{ says: base(101) }], { footer: '' }), 'The file does not say at its end'],
    [
      'that is too old',
      acesFile([], { version: '1.08' }),
      'Line 2: This is ACES 1.08, which is too old. ACES 3.0 to 5.0 are read.',
    ],
    [
      'that is of another kind',
      '<?xml version="1.0"?><PIES/>',
      'This is a PIES file: it brings products, not cars.',
    ],
    [
      'that declares entities',
      '<?xml version="1.0"?>\n<!DOCTYPE ACES [<!ENTITY a "b">]><ACES/>',
      'Line 2: “<!DOCTYPE” and the like are not taken.',
    ],
    [
      'that is nested without end',
      acesFile([{ says: '<a>'.repeat(40) }]),
      'Tags are nested deeper than 32 levels.',
    ],
  ])('%s is refused in a sentence and makes no lists', async (_, xml, sentence) => {
    const file = await sent(xml)
    const { state, found } = await file.read()
    expect(state).toBe('checked')
    expect(found.broken).toContain(sentence)
    expect((await file.become('applying')).json().reason).toBe('not_readable')
  })

  test('that is a test is looked at, and no more', async () => {
    const file = await sent(acesFile([{ says: base(101) }], { submission: 'Test' }))
    expect((await file.read()).found).toMatchObject({ fresh: 1, used: 1 })
    const refused = await file.become('applying')
    expect([refused.status, refused.json().reason]).toEqual([422, 'only_a_test'])
  })
})

describe('a later file of the same maker', () => {
  test('replaces exactly the parts that it names, and the same one twice writes nothing', async () => {
    const [one, two] = [await aPart('AC 11'), await aPart('AC 12')]
    const both = (says: string) =>
      acesFile([
        { part: 'AC 11', says },
        { part: 'AC 12', says: base(101, engine(51)) },
      ])
    await applied(both(base(101, engine(51))), 'Twice')
    const fitments = () => shop.db.selectFrom('fitments').selectAll().orderBy('id').execute()
    const before = await fitments()
    const again = await sent(both(base(101, engine(51))), 'Twice')
    expect((await again.read()).found).toMatchObject({ fresh: 0, gone: 0, same: 2 })
    await again.become('applying')
    expect(await again.read()).toMatchObject({ state: 'done', added: 0, removed: 0 })
    expect(await fitments()).toEqual(before)
    const next = await applied(acesFile([{ part: 'AC 11', says: base(102, engine(51)) }]), 'Twice')
    expect((await next.read()).found).toMatchObject({ fresh: 1, gone: 1, otherParts: 1 })
    expect(await linesOf(one)).toEqual(['1.7 |  | model-year=2002 |  | 2'])
    expect(await linesOf(two)).toEqual(['1.7 |  | model-year=2001 |  | 2'])
    expect((await again.become('undoing')).json().reason).toBe('not_the_last')
    await next.become('undoing')
    expect(await linesOf(one)).toEqual(['1.7 |  | model-year=2001 |  | 2'])
  })

  test('that was sent before one that is applied says so', async () => {
    await aPart('AC 15')
    const file = (transferred: string) => acesFile([{ part: 'AC 15', says: base(101) }], { transferred })
    const [first, late] = [await sent(file('2026-10-01'), 'Late'), await sent(file('2026-11-01'), 'Late')]
    await late.become('applying')
    await first.become('checking')
    expect((await first.read()).found).toMatchObject({ newer: '2026-11-01' })
    const next = await sent(file('2026-11-02'), 'Late')
    expect((await next.read()).found.newer).toBeUndefined()
  })

  test('that is an UPDATE takes away, adds and changes what it says, and leaves the rest', async () => {
    const part = await aPart('AC 13')
    const at = (id: number) => `<Position id="${id}"/>`
    const says = (text: string) => ({ part: 'AC 13', says: text })
    await applied(
      acesFile([
        says(years(2001, 2003, `${engine(51)}${at(22)}<Note>Left-hand drive</Note>`)),
        says(base(101, engine(52))),
        says(base(206)),
      ]),
      'Updates',
    )
    const update = await sent(
      acesFile(
        [
          // One year of several, by another form of the same car.
          { ...says(base(102, `${at(22)}${engine(51)}<Note>left-hand  drive</Note>`)), action: 'D' },
          { ...says(base(207)), action: 'D' },
          { ...says(base(206)), quantity: 4 },
          says(base(102, engine(51))),
        ],
        { submission: 'UPDATE' },
      ),
      'Updates',
    )
    const { found } = await update.read()
    expect(found).toMatchObject({ fresh: 4, gone: 2, same: 1 })
    expect(reasons(found)).toEqual({ 'nothing-to-remove': 1 })
    await update.become('applying')
    const updated = [
      '1.7 |  | model-year=2002 |  | 2',
      '1.7 | front | model-year=2001,2003 | Left-hand drive | 2',
      '1.8 |  | model-year=2001 |  | 2',
      `${gti} |  | model-year=2006 |  | 4`,
    ]
    expect(await linesOf(part)).toEqual(updated)
    // Made again, it is the same, and another update knows what this one has left.
    await update.become('checking')
    expect(await update.read()).toMatchObject({ state: 'done', added: 0, removed: 0 })
    expect(await linesOf(part)).toEqual(updated)
    const less = await applied(
      acesFile([{ ...says(base(101, engine(52))), action: 'D' }], { submission: 'UPDATE' }),
      'Updates',
    )
    expect(await linesOf(part)).toEqual(updated.filter((line) => !line.startsWith('1.8')))
    await less.become('undoing')
    expect(await linesOf(part)).toEqual(updated)
    // What the first file has said is forgotten by now.
    expect((await update.become('undoing')).json().reason).toBe('not_the_last')
    expect(await linesOf(part)).toEqual(updated)
  })

  test('leaves alone what somebody has said by hand about a car at the same place', async () => {
    const part = await aPart('AC 14')
    const byHand = { vehicleId: niva17, position: 'front', quantity: 1, mustCheck: 'Ask us' }
    await shop.post(`/api/manage/services/${part}/fitments`, byHand, admin)
    const file = await sent(
      acesFile(
        [22, 30].map((place) => ({
          part: 'AC 14',
          says: base(101, `${engine(51)}<Position id="${place}"/>`),
        })),
      ),
    )
    expect(reasons((await file.read()).found)).toEqual({ 'by-hand': 1 })
    await file.become('applying')
    expect(await linesOf(part)).toEqual([
      '1.7 | front |  | Ask us | 1',
      '1.7 | rear | model-year=2001 |  | 2',
    ])
    await file.become('undoing')
    expect(await linesOf(part)).toEqual(['1.7 | front |  | Ask us | 1'])
  })
})

describe('the vehicle tables', () => {
  test('of a new edition make the lists again, and an older one is not taken unless somebody says so', async () => {
    const part = await aPart('AC 21')
    const file = await applied(
      acesFile([
        { part: 'AC 21', says: base(101, `${engine(51)}${abs(3)}`) },
        { part: 'AC 21', says: base(105, engine(51)) },
      ]),
      'Editions',
    )
    expect(await linesOf(part)).toEqual(['1.7 |  | model-year=2001 | ABS 3 | 2'])
    const { Version, BrakeABS, BaseVehicle, Vehicle, VehicleToEngineConfig } = inventedTables
    const newer = {
      ...inventedTables,
      Version: [['PublicationDate'], ['05/28/2026']],
      BrakeABS: [...BrakeABS!, [3, 'Rear ABS']],
      BaseVehicle: [...BaseVehicle!, [105, 2000, 1, 11]],
      Vehicle: [...Vehicle!, [1005, 105, 1, 1, 4]],
      VehicleToEngineConfig: [...VehicleToEngineConfig!, [99, 1005, 501]],
    }
    const { newest } = await readTables(shop, admin, newer)
    expect(newest).toMatchObject({ state: 'current', edition: '2026-05-28' })
    expect(await file.read()).toMatchObject({ state: 'done', found: { used: 2 } })
    expect(await linesOf(part)).toEqual([
      '1.7 |  | model-year=2000 |  | 2',
      '1.7 |  | model-year=2001 | ABS Rear ABS | 2',
    ])
    const older = await readTables(shop, admin, { ...newer, Version: Version! })
    expect(older.newest).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining('older than those of 2026-05-28'),
    })
    const taken = await readTables(shop, admin, inventedTables, { mayBeOlder: true })
    expect(taken.newest).toMatchObject({ state: 'current', edition: '2026-04-30' })
    expect(await linesOf(part)).toEqual(['1.7 |  | model-year=2001 | ABS 3 | 2'])
    expect((await shop.get('/api/audit?q=vehicle%20tables', admin)).json()[0]).toMatchObject({
      what: 'vehicle tables read',
    })
  })

  test('that are not all there, or do not hold together, leave those before as they are', async () => {
    const { Make, EngineBase: _, ...some } = inventedTables
    const problems = [
      [{}, 'There are no tables in the folder.'],
      [some, 'The folder has no table Make.'],
      [{ ...inventedTables, Make: Make!.slice(0, 2) }, 'Table BaseVehicle, line 8: MakeID 2 is in no table.'],
      [
        {
          ...inventedTables,
          SubModel: [
            ['SubModelID', 'SubModelName'],
            ['x', 'Base'],
          ],
        },
        'Table SubModel, line 2: “x” is no SubModelID.',
      ],
    ] as const
    for (const [tables, problem] of problems) {
      const { newest } = await readTables(shop, admin, tables)
      expect(newest).toMatchObject({ state: 'broken', problem, tables: [] })
    }
    const rest = (await shop.get('/api/manage/vehicle-tables', admin)).json()
    expect(rest.map(({ state }: { state: string }) => state)).toEqual(['broken', 'current'])
    const { Position: __, Vehicle: ___, ...fewer } = inventedTables
    const { newest } = await readTables(shop, admin, fewer)
    expect(newest).toMatchObject({
      state: 'current',
      tables: expect.arrayContaining([{ name: 'BaseVehicle', rows: 9 }]),
      missing: expect.arrayContaining(['Positions', 'Vehicle']),
    })
    await readTables(shop, admin, inventedTables)
  })
})
