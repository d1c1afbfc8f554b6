import { beforeAll, describe, expect, test } from 'vitest'
import { deleteExpired } from '~/app/wiring/workers.server.ts'
import type { ApplicationImportRow } from '~/database/tables.ts'
import { holdJob } from '~/platform/db/jobs.server.ts'
import { days, hours } from '~/platform/time.ts'
import { sendListOfCars } from '~/test/a-list-of-cars.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { makeListsOfFile } from './apply.server.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  // No server begins by itself.
  shop = await aShop({}, { everyMs: hours(1) })
  admin = (await signedIn(shop, { email: 'admin@lists.example', admin: true })).headers
})

const sent = (csv: string, said?: Parameters<typeof sendListOfCars>[3]) =>
  sendListOfCars(shop, admin, csv, said)
async function applied(csv: string, said?: Parameters<typeof sendListOfCars>[3]) {
  const file = await sent(csv, said)
  expect((await file.become('applying')).status).toBe(200)
  expect((await file.read()).state).toBe('done')
  return file
}
async function aPart(number: string, brand = 'Bremsa') {
  const body = {
    productName: `Disc ${number}`,
    brand,
    numbers: `Own: ${number}`,
    price: 10,
    availableQty: 5,
    orderQty: 1,
    productDescription: 'Round',
    image: '/products/alloy-wheel-1200.webp',
  }
  return (await shop.post('/api/services', body, admin)).json().insertedId as string
}
const linesOf = async (part: string) => {
  const lines: Line[] = (await shop.get(`/api/manage/services/${part}/fitments`, admin)).json()
  return lines.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}
type Line = {
  _id: string
  vehicleId: string
  vehicleName: string
  position: string
  conditions: string
  source?: string
}
const textOf = ({ vehicleId, position, conditions }: Line) => [vehicleId, position, conditions].join()
const fitOf = async (part: string, car: string, facts = '') =>
  (await shop.get(`/api/service/${part}/fit?car=${car}&facts=${encodeURIComponent(facts)}`)).json()
const names = async (query = '') => (await shop.get(`/api/manage/car-names?limit=50${query}`, admin)).json()
const remarks = async (query = '') => (await shop.get(`/api/manage/remarks?limit=50${query}`, admin)).json()
const say = (path: string, body: object) =>
  shop.send(`/api/manage/${path}`, { method: 'PUT', headers: admin, body })
const audited = async (q: string) => (await shop.get(`/api/audit?q=${encodeURIComponent(q)}`, admin)).json()
const reasons = (found: { aside: { reason: string; count: number }[] }) =>
  Object.fromEntries(found.aside.map(({ reason, count }) => [reason, count]))

const head = 'Part No;Year;Make;Model;Engine;Position;Qty;Notes'

describe('a list of cars of a supplier', () => {
  test('is looked at, makes the list of a part when it is applied, and is undone again', async () => {
    const part = await aPart('FL 1')
    const csv = `${head}\nFL-1;2003-2009;Volkswagen;Golf;2.0 TDI;Front;2;\nFL-1;2006;VOLKSWAGEN;gti;;Front;2;\n`
    const file = await sent(csv)
    const seen = await file.read()
    expect(seen).toMatchObject({ state: 'checked', lines: 2, parts: 1, mayBeUndone: false })
    expect(seen.found).toMatchObject({ fresh: 2, gone: 0, same: 0, used: 2, open: 0, aside: [], names: 0 })
    expect(await linesOf(part)).toEqual([])
    await file.become('applying')
    expect(await file.read()).toMatchObject({ state: 'done', added: 2, removed: 0, mayBeUndone: true })
    expect(await linesOf(part)).toMatchObject([
      { vehicleId: golf, position: 'front', quantity: 2, conditions: '', source: 'Bremsa' },
      { vehicleId: gti, conditions: 'model-year=2006', source: 'Bremsa' },
    ])
    expect((await fitOf(part, golf)).verdict).toBe('fits')
    const open = await fitOf(part, gti)
    expect([open.verdict, open.question.text]).toEqual(['only-if', 'Of which model year is your car?'])
    expect((await fitOf(part, gti, 'model-year=2006')).verdict).toBe('fits')
    expect((await fitOf(part, gti, 'model-year=2007')).verdict).toBe('does-not-fit')
    expect(await audited('applications')).toMatchObject([
      {
        what: 'applications applied',
        subject: 'cars.csv',
        details: { supplier: 'Bremsa', lines: 2, new: 2 },
      },
    ])
    await file.become('undoing')
    expect(await file.read()).toMatchObject({ state: 'undone', removed: 2, mayBeUndone: false })
    expect(await linesOf(part)).toEqual([])
    expect(await audited('undone')).toMatchObject([{ what: 'applications undone' }])
    for (const table of ['application_parts', 'application_pieces', 'applications'] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('sent twice changes nothing, and a new one replaces the lists of the parts that it names', async () => {
    const [one, two] = [await aPart('FL 21'), await aPart('FL 22')]
    const line = (part: string, model: string) => `${part};2003-2009;Volkswagen;${model};;;1;`
    const first = [head, line('FL 21', 'Golf'), line('FL 22', 'Golf'), ''].join('\n')
    await applied(first)
    const before = [...(await linesOf(one)), ...(await linesOf(two))]
    const again = await sent(first)
    expect((await again.read()).found).toMatchObject({ fresh: 0, gone: 0, same: 2 })
    await again.become('applying')
    expect(await again.read()).toMatchObject({ state: 'done', added: 0, removed: 0 })
    expect([...(await linesOf(one)), ...(await linesOf(two))]).toEqual(before)
    const next = await sent([head, line('FL-21', 'GTI'), ''].join('\n'))
    expect((await next.read()).found).toMatchObject({ fresh: 1, gone: 1, same: 0, otherParts: 1 })
    await next.become('applying')
    expect((await linesOf(one)).map(({ vehicleId }) => vehicleId)).toEqual([gti])
    expect(await linesOf(two)).toHaveLength(1)
    const refused = await again.become('undoing')
    expect([refused.status, refused.json().reason]).toEqual([409, 'not_the_last'])
    await next.become('undoing')
    expect(await linesOf(one)).toMatchObject([{ vehicleId: golf }])
    // What counted before the file before is deleted by now: its lists would be empty.
    expect(await again.read()).toMatchObject({ mayBeUndone: false })
    expect((await again.become('undoing')).json().reason).toBe('not_the_last')
    expect(await linesOf(one)).toHaveLength(1)
  })

  test('leaves alone what somebody has said by hand about a car at the same place', async () => {
    const part = await aPart('FL 3')
    await shop.post(
      `/api/manage/services/${part}/fitments`,
      { vehicleId: golf, position: 'front', quantity: 4, conditions: 'front-discs=312 mm' },
      admin,
    )
    const csv = `${head}\nFL 3;2003-2009;Volkswagen;Golf;;Front;2;\nFL 3;2003-2009;Volkswagen;Golf;;Rear;2;\n`
    const file = await sent(csv)
    expect(reasons((await file.read()).found)).toEqual({ 'by-hand': 1 })
    await file.become('applying')
    const lines = await linesOf(part)
    expect(lines).toMatchObject([
      { position: 'front', quantity: 4 },
      { position: 'rear', source: 'Bremsa' },
    ])
    // A line of a file that is changed is by hand from then on.
    const { _id, vehicleName, source, ...rear } = lines[1]!
    const kept = await shop.send(`/api/manage/fitments/${_id}`, { method: 'DELETE', headers: admin })
    expect([kept.status, kept.json().reason]).toEqual([409, 'from_a_file'])
    await say(`fitments/${_id}`, { ...rear, quantity: 0, remark: 'has drums' })
    await applied(csv)
    expect(await linesOf(part)).toMatchObject([{ quantity: 4 }, { quantity: 0, remark: 'has drums' }])
    expect((await linesOf(part))[1]!.source).toBeUndefined()
    await (await sent(csv)).become('cancelled')
    expect(await linesOf(part)).toHaveLength(2)
  })

  test('has everything that cannot be read set aside, counted and named', async () => {
    await aPart('FL 4')
    await aPart('FL 5', 'One')
    await aPart('FL 5', 'Two')
    const csv = [
      'Part No;Brand;Year;Make;Model;Qty',
      'FL 4;Bremsa;2004;Volkswagen;Golf;1',
      'FL 4;Other;2004;Volkswagen;Golf;1',
      'FL 4;;2004;Volkswagen;Golfo;1',
      'FL 4;;1974;Volkswagen;Golf;1',
      'FL 4;;someday;Volkswagen;Golf;1',
      'N/A;;2004;Volkswagen;Golf;1',
      'FL 5;;2004;Volkswagen;Golf;1',
      'FL 5;Two;2004;Volkswagen;Golf;1',
      'FL 4;;2004;Volkswagen;Golf;1;too;many',
    ].join('\n')
    const { found } = await (await sent(csv)).read()
    expect(found).toMatchObject({ used: 2, names: 1 })
    expect(reasons(found)).toEqual({
      'no-car': 1,
      'no-year': 1,
      'no-part': 1,
      'several-parts': 1,
      unreadable: 3,
    })
    const unreadable = found.aside.find(({ reason }: { reason: string }) => reason === 'unreadable')
    expect(unreadable.first).toEqual(
      expect.arrayContaining([
        { line: 6, part: 'FL 4', text: '“someday” is no year and no month' },
        { line: 7, part: 'N/A', text: 'It has no part number' },
        { line: 10, part: '', text: 'There are more cells than columns' },
      ]),
    )
    expect(found.aside[0].first).toEqual([{ line: 4, part: 'FL 4', text: 'Volkswagen Golfo 2004' }])
  })

  test('that cannot be read to its end makes no lists', async () => {
    const file = await sent(
      `${head}\nFL 4;2004;Volkswagen;Golf;;;1;\nFL 4;2004;Volkswagen;Golf;;;1;"never closed\n`,
    )
    expect(await file.read()).toMatchObject({
      state: 'checked',
      found: { broken: expect.stringContaining('Line 3') },
    })
    expect((await file.become('applying')).json().reason).toBe('not_readable')
    expect((await file.become('cancelled')).status).toBe(200)
  })

  test('of eBay names the part on one line and its cars below', async () => {
    const part = await aPart('FL 6')
    await applied(
      [
        'CustomLabel;Relationship;RelationshipDetails',
        'FL 6;;',
        ';Compatibility;Year=2006|Make=Volkswagen|Model=GTI',
        ';Compatibility;Year=2007|Make=Volkswagen|Model=GTI|Trim=Autobahn',
      ].join('\n'),
      { supplier: 'eBay', quantity: 2 },
    )
    expect(await linesOf(part)).toMatchObject([
      { vehicleId: gti, quantity: 2, conditions: 'model-year=2006', mustCheck: '' },
      { vehicleId: gti, conditions: 'model-year=2007', mustCheck: 'Submodel Autobahn' },
    ])
  })

  test('has its columns remembered under the name of its supplier', async () => {
    await aPart('FL 7')
    const csv = 'Artikel-Nr.;Marke;Modell;Baujahr;Menge\nFL 7;Volkswagen;Golf;2005;2\n'
    await applied(csv, { supplier: 'Nordteile' })
    const look = (await shop.post('/api/manage/applications/columns', { csv }, admin)).json()
    expect(look.columns[0]).toEqual({ heading: 'Artikel-Nr.', samples: ['FL 7'], guess: 'part' })
    expect(look.suppliers.find(({ name }: { name: string }) => name === 'Nordteile')).toEqual({
      name: 'Nordteile',
      columns: ['part', 'make', 'model', 'years', 'quantity'],
      isSame: true,
    })
    const products = (await shop.post('/api/manage/services/columns', { csv }, admin)).json()
    expect(products.suppliers.find(({ name }: { name: string }) => name === 'Nordteile').isSame).toBe(false)
  })

  test('nobody applies is deleted after a week', async () => {
    const file = await sent(`${head}\nFL 7;2004;Volkswagen;Golf;;;1;\n`)
    await deleteExpired({ db: shop.db, dataDir: shop.config.dataDir, now: Date.now() + days(8) })
    expect((await shop.get(`/api/manage/applications/${file.id}`, admin)).status).toBe(404)
  })
})

describe('what the owner says that words mean', () => {
  test('a name that is not ours waits in a list, the most frequent first, until it has one of our cars', async () => {
    const part = await aPart('FL 8')
    const line = (make: string, model: string, engine = '') => `FL 8;2003-2009;${make};${model};${engine};;1;`
    const csv = [head, line('VW', 'Golf'), line('VW', 'GTI'), line('Volkswagen', 'GTI', 'TFSI 2.0'), ''].join(
      '\n',
    )
    const file = await applied(csv)
    expect(await linesOf(part)).toMatchObject([{ vehicleId: gti, mustCheck: 'Engine TFSI 2.0' }])
    const [vw, tfsi] = (await names()).filter(({ name }: { name: string }) =>
      ['VW', 'TFSI 2.0'].includes(name),
    )
    expect([vw, tfsi]).toMatchObject([
      { kind: 'make', within: '', name: 'VW', target: '', applications: 2 },
      { kind: 'engine', within: 'volkswagen gti', name: 'TFSI 2.0', applications: 1 },
    ])
    expect((await shop.get(`/api/manage/car-names/${tfsi._id}/choices`, admin)).json()).toEqual([
      '2.0 TFSI',
      '2.0 TFSI (BPY)',
    ])
    const unknown = await say(`car-names/${vw._id}`, { target: 'Volkswagon' })
    expect([unknown.status, unknown.json().fields]).toEqual([
      422,
      { target: 'No car of ours is called “Volkswagon”.' },
    ])
    expect((await say(`car-names/${vw._id}`, { target: 'Volkswagen' })).status).toBe(200)
    expect((await say(`car-names/${tfsi._id}`, { target: '2.0 TFSI' })).status).toBe(200)
    expect((await names()).map(({ name }: { name: string }) => name)).not.toContain('VW')
    expect(await names('&state=every&q=vw')).toMatchObject([{ target: 'Volkswagen' }])
    expect(await audited('car name')).toMatchObject([{ subject: 'TFSI 2.0' }, { subject: 'VW' }])
    // The file itself is not needed again.
    await file.become('checking')
    expect(await file.read()).toMatchObject({ state: 'done', found: { same: 3, used: 3, open: 0, names: 0 } })
    expect(await linesOf(part)).toMatchObject([
      { vehicleId: golf, mustCheck: '' },
      { vehicleId: gti, mustCheck: '' },
    ])
  })

  test('a remark restricts until somebody says that it only informs, or is a value of an attribute', async () => {
    const part = await aPart('FL 9')
    const csv = `${head}\nFL 9;2003-2010;Volkswagen;Golf;;front;2;with  312 mm discs\nFL 9;2003-2010;Volkswagen;GTI;;front;2;Carbon look\n`
    const file = await sent(csv)
    expect((await file.read()).found).toMatchObject({ used: 2, open: 2, notes: 2 })
    await file.become('applying')
    expect(await fitOf(part, golf)).toMatchObject({ verdict: 'only-if', reason: '“with 312 mm discs”.' })
    const [discs] = await remarks('&q=312')
    const [carbon] = await remarks('&q=carbon')
    expect([discs, carbon]).toMatchObject([
      { text: 'with 312 mm discs', meaning: '' },
      { text: 'Carbon look' },
    ])
    const meaning = { meaning: 'attribute', attribute: 'front-discs', value: '312 mm' }
    expect((await say(`remarks/${discs._id}`, meaning)).status).toBe(200)
    expect((await say(`remarks/${carbon._id}`, { meaning: 'informs' })).status).toBe(200)
    for (const attribute of ['built', 'model-year', 'nothing'])
      expect((await say(`remarks/${discs._id}`, { ...meaning, attribute })).json().fields).toEqual({
        attribute: 'There is no such question about cars.',
      })
    expect((await say(`remarks/${discs._id}`, { ...meaning, value: 'a;b' })).status).toBe(422)
    expect((await say('remarks/nobody', meaning)).status).toBe(404)
    expect(await audited('remark explained')).toMatchObject([
      { subject: 'Carbon look', details: { meaning: { from: '', to: 'informs' } } },
      { subject: 'with 312 mm discs', details: { meaning: { from: '', to: 'front-discs = 312 mm' } } },
    ])
    await file.become('checking')
    expect(await fitOf(part, golf)).toMatchObject({
      verdict: 'only-if',
      question: { attribute: 'front-discs' },
    })
    expect((await fitOf(part, golf, 'front-discs=312 mm')).verdict).toBe('fits')
    expect(await fitOf(part, gti)).toMatchObject({
      verdict: 'fits',
      reason: expect.stringContaining('Carbon look'),
    })
  })
})

describe('a list that was applied', () => {
  const line = (part: string, model: string) => `${part};2003-2009;Volkswagen;${model};;;1;`

  test('takes nothing from a later one of its supplier when its lists are made again', async () => {
    const [one, two] = [await aPart('FL 11'), await aPart('FL 12')]
    const first = await applied([head, line('FL 11', 'Golf'), line('FL 12', 'Golf'), ''].join('\n'), {
      supplier: 'Twice',
    })
    await applied([head, line('FL 11', 'GTI'), ''].join('\n'), { supplier: 'Twice' })
    await first.become('checking')
    expect((await first.read()).state).toBe('done')
    expect(await linesOf(one)).toMatchObject([{ vehicleId: gti }])
    expect(await linesOf(two)).toMatchObject([{ vehicleId: golf }])
  })

  test('is undone also where one of its parts or cars is gone by now', async () => {
    const [gone, stays] = [await aPart('FL 13'), await aPart('FL 14')]
    const niva = { make: 'Lada', model: 'Niva', builtFrom: '2000-01', builtTo: '2005-12' }
    const { insertedId } = (await shop.post('/api/manage/vehicles', niva, admin)).json()
    const csv = [
      head,
      line('FL 13', 'Golf'),
      line('FL 14', 'Golf'),
      'FL 14;2001-2003;Lada;Niva;;;1;',
      '',
    ].join('\n')
    await applied(csv, { supplier: 'Gone' })
    const next = await applied(csv.replaceAll('Golf', 'GTI'), { supplier: 'Gone' })
    expect(await linesOf(stays)).toHaveLength(2)
    await shop.send(`/api/services/${gone}`, { method: 'DELETE', headers: admin })
    await shop.send(`/api/manage/vehicles/${insertedId}`, { method: 'DELETE', headers: admin })
    await next.become('undoing')
    expect((await next.read()).state).toBe('undone')
    expect(await linesOf(stays)).toMatchObject([{ vehicleId: golf }])
  })

  test('goes on where its server was when another one takes it over, and ends the same', async () => {
    const parts = await Promise.all(Array.from({ length: 45 }, (_, n) => aPart(`FL 15-${n}`)))
    const csv = [head, ...parts.map((_, n) => line(`FL 15-${n}`, 'Golf')), ''].join('\n')
    const file = await sent(csv, { supplier: 'Long' })
    const row = () =>
      shop.db
        .selectFrom('application_imports')
        .selectAll()
        .where('id', '=', file.id)
        .executeTakeFirstOrThrow()
    // The first server ends after two batches, and the next one finishes.
    await shop.db
      .updateTable('application_imports')
      .set({ state: 'applying', started_at: new Date().toISOString() })
      .where('id', '=', file.id)
      .execute()
    const held = { ...(await row()), due_at: new Date().toISOString() }
    await shop.db
      .updateTable('application_imports')
      .set({ due_at: held.due_at })
      .where('id', '=', file.id)
      .execute()
    let batches = 0
    function mayGoOn() {
      batches += 1
      return batches <= 2
    }
    const hold = holdJob<ApplicationImportRow>(shop.database, 'application_imports', held)
    await makeListsOfFile({ database: shop.database, row: held, hold, mayGoOn })
    expect(await row()).toMatchObject({ state: 'applying', done_parts: 40 })
    await hold.giveBack()
    await shop.applicationsWorker.wake()
    expect(await file.read()).toMatchObject({ state: 'done', doneParts: 45, added: 45 })
    for (const part of parts) expect(await linesOf(part)).toHaveLength(1)
  })
})

test('two suppliers of one part: what both say is there once, and undoing one leaves what the other says', async () => {
  const part = await aPart('FL 10')
  const csv = `${head}\nFL 10;2003-2009;Volkswagen;Golf;;;1;\n`
  await applied(csv, { supplier: 'Alpha' })
  const beta = await applied(`${csv.replace('Golf', 'GTI')}FL 10;2003-2009;Volkswagen;Golf;;;1;\n`, {
    supplier: 'Beta',
  })
  expect(await linesOf(part)).toMatchObject([
    { vehicleId: golf, source: 'Alpha' },
    { vehicleId: gti, source: 'Beta' },
  ])
  await beta.become('undoing')
  expect(await linesOf(part)).toMatchObject([{ vehicleId: golf, source: 'Alpha' }])
})
