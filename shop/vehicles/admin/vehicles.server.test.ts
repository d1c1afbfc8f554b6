import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { vehiclesFromEpa } from '../csv/epa-cars.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@vehicles.example', admin: true })).headers
})

const octavia = {
  make: 'Škoda',
  model: 'Octavia',
  generation: '2',
  body: 'estate',
  engine: '1.9 TDI',
  engineCode: 'BXE',
  fuel: 'diesel',
  litres: '1.9',
  powerKw: '77',
  builtFrom: '2004-11',
  builtTo: '2010-12',
  options: 'gearbox=manual; front-discs=280 mm,288 mm',
}
const add = (car: object) => shop.post('/api/manage/vehicles', car, admin)
const change = (method: 'PUT' | 'DELETE', id: string, body?: object) =>
  shop.send(`/api/manage/vehicles/${id}`, { method, headers: admin, ...(body && { body }) })
const found = async (q: string) => (await shop.get(`/api/vehicles/search?q=${q}`)).json()

describe('a car', () => {
  test('is added with a readable id, found at once, changed and written down', async () => {
    const { insertedId } = (await add(octavia)).json()
    expect(insertedId).toBe('skoda-octavia-2-1.9-tdi-bxe')
    expect(await found('skoda+octavia')).toHaveLength(1)
    const makes = (await shop.get('/api/vehicles/makes')).json()
    expect(makes.map(({ name }: { name: string }) => name)).toContain('Škoda')
    expect((await change('PUT', insertedId, octavia)).json()).toEqual({ modifiedCount: 0 })
    const later = { ...octavia, builtTo: '2012-06', options: 'gearbox=manual,automatic' }
    expect((await change('PUT', insertedId, later)).json()).toEqual({ modifiedCount: 1 })
    const details = (await shop.get(`/api/vehicle/${insertedId}`)).json()
    expect(details).toMatchObject({ builtTo: '2012-06', powerKw: 77 })
    expect(details.attributes).toMatchObject([{ _id: 'gearbox', values: ['manual', 'automatic'] }])
    const [entry] = (await shop.get('/api/audit?q=octavia', admin)).json()
    expect(entry).toMatchObject({
      what: 'vehicle edited',
      subject: 'Škoda Octavia 2 1.9 TDI (BXE)',
      details: { builtTo: { from: '2010-12', to: '2012-06' } },
    })
  })

  test('of the same name is another one when it was built from another month', async () => {
    const fabia = { ...octavia, model: 'Fabia' }
    const { insertedId } = (await add(fabia)).json()
    expect((await add(fabia)).status).toBe(409)
    const later = (await add({ ...fabia, builtFrom: '2007-04' })).json()
    expect(later.insertedId).toBe(`${insertedId}-2007-04`)
    expect((await add({ ...fabia, builtFrom: '2007-04' })).status).toBe(409)
  })

  test('that is deleted takes its lines with it, and leaves garages readable', async () => {
    const { insertedId } = (await add({ ...octavia, model: 'Roomster' })).json()
    const person = await signedIn(shop, { email: 'driver@vehicles.example' })
    const saved = { method: 'PUT', headers: person.headers, body: { vehicleId: insertedId } }
    await shop.send('/api/my-garage/car-1', saved)
    const { id } = await aProduct(shop)
    const line = { vehicleId: insertedId, quantity: 1 }
    expect((await shop.post(`/api/manage/services/${id}/fitments`, line, admin)).status).toBe(200)
    expect((await change('DELETE', insertedId)).json()).toEqual({ deletedCount: 1 })
    expect((await change('DELETE', insertedId)).status).toBe(404)
    expect(await found('roomster')).toEqual([])
    expect((await shop.get(`/api/manage/services/${id}/fitments`, admin)).json()).toEqual([])
    expect((await shop.get('/api/my-garage', person.headers)).json()).toMatchObject([
      { name: 'Škoda Roomster 2 1.9 TDI (BXE)', isListed: false },
    ])
  })

  test.each([
    ['no make', { make: ' ' }, { make: 'Make is required' }],
    ['half a month', { builtFrom: '2004-13' }, { builtFrom: 'Write a month like 2006-03' }],
    ['an end before its start', { builtTo: '2004-10' }, { builtTo: 'The last month is before the first' }],
    ['power in words', { powerKw: 'much' }, { powerKw: 'Power is a whole number of kilowatts' }],
    ['litres in words', { litres: '1,9' }, { litres: 'Write litres like 2.0' }],
    ['an unknown attribute', { options: 'sunroof=yes' }, { options: 'There is no attribute “sunroof”' }],
  ])('with %s is refused beside its field', async (_, wrong, fields) => {
    const answer = await add({ ...octavia, ...wrong })
    expect([answer.status, answer.json().fields]).toEqual([422, fields])
  })
})

test('the list of cars is searched and comes in pages', async () => {
  const all = await shop.get('/api/manage/vehicles?limit=5', admin)
  expect(all.json()).toHaveLength(5)
  expect(Number(all.headers['x-total-count'])).toBeGreaterThan(11)
  const golfs = (await shop.get('/api/manage/vehicles?q=golf+bkd', admin)).json()
  expect(golfs).toMatchObject([{ _id: 'volkswagen-golf-5-2.0-tdi-bkd', litres: '2.0' }])
  expect(golfs[0].options).toContain('gearbox=manual,automatic')
})

test('a question about cars is added, changed and asked; its name makes its id', async () => {
  const question = {
    name: 'Rear brakes',
    question: 'Which brakes are at the rear?',
    help: 'Look at a wheel.',
  }
  const added = await shop.post('/api/manage/fit-attributes', question, admin)
  expect(added.json()).toEqual({ insertedId: 'rear-brakes' })
  expect((await shop.post('/api/manage/fit-attributes', question, admin)).status).toBe(409)
  expect((await shop.post('/api/manage/fit-attributes', { ...question, name: 'Built' }, admin)).status).toBe(
    409,
  )
  expect((await shop.post('/api/manage/fit-attributes', { ...question, name: '?' }, admin)).status).toBe(422)
  const edited = { method: 'PUT', headers: admin, body: { ...question, help: '' } }
  expect((await shop.send('/api/manage/fit-attributes/rear-brakes', edited)).json()).toEqual({
    modifiedCount: 1,
  })
  expect((await shop.send('/api/manage/fit-attributes/nothing', edited)).status).toBe(404)
  const line = { vehicleId: 'volkswagen-golf-5-2.0-tdi-bkd', quantity: 1, conditions: 'rear-brakes=drum' }
  await shop.post('/api/manage/services/piston/fitments', line, admin)
  const fit = (await shop.get(`/api/service/piston/fit?car=${line.vehicleId}`)).json()
  expect(fit.question).toMatchObject({ text: 'Which brakes are at the rear?' })
})

describe('the list of cars as a file', () => {
  const exported = async () => (await shop.get('/api/manage/vehicles.csv', admin)).text
  const imported = (csv: string, planKey?: string) =>
    shop.post('/api/manage/vehicles/import', { csv, ...(planKey && { planKey }) }, admin)

  test('changes nothing when it is imported again', async () => {
    const csv = await exported()
    expect(csv).toContain('id,make,model,generation,body,engine,engineCode,fuel,litres,powerKw,builtFrom')
    const report = (await imported(csv)).json()
    expect(report).toMatchObject({ applied: false, problems: [], adds: [], changes: [] })
    expect(report.unchanged).toBeGreaterThan(11)
  })

  test('adds cars and changes those that are there, as it was shown', async () => {
    const csv = [
      'make;model;generation;engine;engineCode;builtFrom;options',
      'Seat;Leon;1P;2.0 TDI;BKD;2005-07;front-discs=280 mm,288 mm',
      'Seat;Leon;1P;2.0 TDI;BKD;2009-04;',
    ].join('\r\n')
    const shown = (await imported(csv)).json()
    expect(shown.adds).toEqual([
      { line: 2, name: 'Seat Leon 1P 2.0 TDI (BKD)' },
      { line: 3, name: 'Seat Leon 1P 2.0 TDI (BKD)' },
    ])
    expect(await found('leon')).toEqual([])
    expect((await imported(csv, shown.planKey)).json().applied).toBe(true)
    expect((await found('leon')).map(({ _id }: { _id: string }) => _id)).toEqual([
      'seat-leon-1p-2.0-tdi-bkd-2009-04',
      'seat-leon-1p-2.0-tdi-bkd',
    ])
    const change = 'id,make,model,builtFrom,builtTo\nseat-leon-1p-2.0-tdi-bkd,Seat,León,2005-07,2009-03'
    const report = (await imported(change)).json()
    expect(report.changes[0]).toMatchObject({
      name: 'Seat León 1P 2.0 TDI (BKD)',
      changes: { model: { from: 'Leon', to: 'León' }, builtTo: { from: '', to: '2009-03' } },
    })
    expect((await imported(change, shown.planKey)).status).toBe(409)
    expect((await imported(change, report.planKey)).json().applied).toBe(true)
    const car = (await shop.get('/api/vehicle/seat-leon-1p-2.0-tdi-bkd')).json()
    expect(car).toMatchObject({ model: 'León', engine: '2.0 TDI', builtTo: '2009-03' })
    expect(car.attributes).toMatchObject([{ _id: 'front-discs', values: ['280 mm', '288 mm'] }])
    const [entry] = (await shop.get('/api/audit?q=vehicles+imported', admin)).json()
    expect(entry).toMatchObject({ subject: '1 lines', details: { added: 0, changed: 1 } })
  })

  test('are read as people write them: litres with a comma, months in any order', async () => {
    const csv =
      'make;model;litres;builtFrom;builtTo\nTarvos;Komet;1,968;10/2003;Mai 2009\nTarvos;Stern;2;200310;'
    const { planKey, problems } = (await imported(csv)).json()
    expect(problems).toEqual([])
    await imported(csv, planKey)
    const exported = (await shop.get('/api/manage/vehicles.csv', admin)).text
    expect(exported).toMatch(/Tarvos,Komet,.*,2\.0,.*2003-10,2009-05/)
    expect(exported).toMatch(/Tarvos,Stern,.*,2\.0,.*2003-10/)
  })

  test('that the EPA publishes brings a car for its model years, and the next one brings the new year', async () => {
    const line = (year: number, model: string) =>
      `${year},Saturn,${model},4,2.2,Automatic 4-spd,Regular Gasoline`
    const file = (...lines: string[]) =>
      vehiclesFromEpa(['year,make,model,cylinders,displ,trany,fuelType1', ...lines, ''].join('\n'))!
    const first = file(line(2003, 'Vue FWD'), line(2004, 'Vue AWD'))
    const shown = (await imported(first)).json()
    expect(shown).toMatchObject({ problems: [], adds: [{ name: 'Saturn Vue 2.2 4-cyl' }] })
    expect((await imported(first, shown.planKey)).json().applied).toBe(true)
    expect((await imported(first)).json()).toMatchObject({ adds: [], changes: [], unchanged: 1 })
    const [car] = await found('saturn+vue')
    expect((await shop.get(`/api/vehicle/${car._id}`)).json()).toMatchObject({
      builtFrom: '2002-01',
      builtTo: '2004-12',
      attributes: [{ _id: 'model-year', values: ['2003', '2004'] }],
    })
    const next = (await imported(file(line(2003, 'Vue FWD'), line(2004, 'Vue'), line(2005, 'Vue')))).json()
    expect(next.changes[0].changes).toMatchObject({
      builtTo: { to: '2005-12' },
      options: { to: 'model-year=2003,2004,2005' },
    })
  })

  test('with a bad line changes nothing, and each is named', async () => {
    const csv = [
      'id,make,model,builtFrom,builtTo,powerKw,options',
      ',Dacia,Logan,2004-09,,55,',
      ',Dacia,,2004-09,,,',
      ',Dacia,Duster,2010,,,',
      ',Dacia,Duster,2010-03,2009-01,,',
      ',Dacia,Duster,2010-03,,much,',
      ',Dacia,Duster,2010-03,,,sunroof=yes',
      'Dacia Duster,Dacia,Duster,2010-03,,,',
      'dacia-logan,Dacia,Logan,2004-09,,,',
    ].join('\n')
    const { problems, planKey } = (await imported(csv)).json()
    expect(problems).toEqual([
      { line: 3, message: 'Model is required' },
      { line: 4, message: 'Write a month like 2006-03' },
      { line: 5, message: 'The last month is before the first' },
      { line: 6, message: 'Power is a whole number of kilowatts' },
      { line: 7, message: 'There is no attribute “sunroof”' },
      { line: 8, message: 'An id has small letters, digits, points and dashes, unlike “Dacia Duster”' },
      { line: 9, message: 'The same car is on line 2 too' },
    ])
    expect((await imported(csv, planKey)).status).toBe(422)
    expect(await found('dacia')).toEqual([])
  })
})
