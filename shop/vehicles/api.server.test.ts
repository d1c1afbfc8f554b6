import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { ChooserStep, Vehicle } from './contract.ts'
import type { GarageCar } from './garage/contract.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

describe('a car is found', () => {
  test('step by step: make, model, car', async () => {
    const makes = (await shop.get('/api/vehicles/makes')).json() as ChooserStep[]
    expect(makes.find(({ name }) => name === 'Volkswagen')).toEqual({
      key: 'volkswagen',
      name: 'Volkswagen',
      cars: 3,
    })
    const models = (await shop.get('/api/vehicles/models?make=volkswagen')).json() as ChooserStep[]
    expect(models.map(({ name }) => name)).toEqual(['Golf', 'GTI', 'Jetta'])
    const cars = (await shop.get('/api/vehicles?make=volkswagen&model=golf')).json() as Vehicle[]
    expect(cars.map(({ _id, name }) => [_id, name])).toEqual([[golf, 'Volkswagen Golf 5 2.0 TDI (BKD)']])
  })

  test.each([
    'golf 2.0 tdi 2006',
    'VW Golf',
    'vw golf 2006',
    'bkd',
    'BKD',
    'golf 2.0TDI',
    'golf5',
    'volks gol tdi',
    'golf 103 kW',
    'golf 140hp',
    'golf diesel 1985',
  ])('by words: %s', async (q) => {
    const found = (await shop.get(`/api/vehicles/search?${new URLSearchParams({ q })}`)).json() as Vehicle[]
    expect(found[0]?._id).toBe(golf)
  })

  test('and by none of these', async () => {
    for (const q of ['', 'golf lpg', '¯\\_(ツ)_/¯', 'zzz'])
      expect((await shop.get(`/api/vehicles/search?${new URLSearchParams({ q })}`)).json()).toEqual([])
  })

  test.each([
    ['brake pads golf 2.0 tdi 2006', 'golf 2.0 tdi 2006', 'brake pads'],
    ['VW Golf 5 oil filter', 'VW Golf 5', 'oil filter'],
    ['oil filter for my Golf', 'Golf', 'oil filter'],
    ['golf5 2.0TDI', 'golf5 2.0TDI', ''],
    ['bkd turbo', 'bkd', 'turbo'],
    ['golf 103 Ah battery', 'golf', '103 Ah battery'],
  ])('in a search for parts: %s', async (q, words, rest) => {
    const named = (await shop.get(`/api/vehicles/named?${new URLSearchParams({ q })}`)).json()
    expect([named.words, named.rest]).toEqual([words, rest])
    expect(named.cars[0]?._id).toBe(golf)
    const page = (await shop.get(`/shop?${new URLSearchParams({ q })}`)).text
    expect(page).toContain(`car=${golf}`)
  })

  test.each([
    ['vw', 'vw', ''],
    ['brake pads for my Volkswagen', 'Volkswagen', 'brake pads'],
    ['volkswagen diesel oil filter', 'volkswagen diesel', 'oil filter'],
    ['vw stereo', 'vw', ''],
  ])('in a search that names a make alone: %s', async (q, words, rest) => {
    const named = (await shop.get(`/api/vehicles/named?${new URLSearchParams({ q })}`)).json()
    expect([named.words, named.rest]).toEqual([words, rest])
    expect(named.cars.length).toBeGreaterThan(0)
    for (const { make } of named.cars) expect(make).toBe('Volkswagen')
  })

  test('and in none of these', async () => {
    for (const q of ['', 'brake pads', 'bmws', 'diesel filter 2006', '2.0', 'golfer', '3 brake pads'])
      expect((await shop.get(`/api/vehicles/named?${new URLSearchParams({ q })}`)).json()).toEqual({
        words: '',
        rest: '',
        cars: [],
      })
  })

  test('and by no word that parts are called by, unless a word about cars is beside it', async () => {
    const { headers } = await signedIn(shop, { email: 'admin@names.example', admin: true })
    const car = { fuel: 'electric', builtFrom: '2021-01' }
    for (const [make, model] of [
      ['Dacia', 'Spring'],
      ['Chevrolet', 'Bolt'],
    ])
      await shop.post('/api/manage/vehicles', { ...car, make, model }, headers)
    const named = async (q: string) =>
      (await shop.get(`/api/vehicles/named?${new URLSearchParams({ q })}`)).json().words
    expect(await named('coil spring')).toBe('spring')
    await aProduct(shop, { name: 'Coil Springs, rear' })
    for (const q of ['coil spring', 'spring', 'coil spring 2022', 'wheel bolt'])
      expect(await named(q)).toBe('')
    expect(await named('coil springs for a Dacia Spring')).toBe('Dacia Spring')
    expect(await named('brake pads Spring Dacia 2022')).toBe('Spring Dacia 2022')
    expect(await named('chevy bolt wheel bolt')).toBe('chevy bolt')
  })

  test('with what it may be equipped with; an unknown one is a 404', async () => {
    const car = (await shop.get(`/api/vehicle/${golf}`)).json()
    expect(car.attributes[0]).toMatchObject({
      _id: 'front-discs',
      question: 'How large are the front brake discs?',
      values: ['280 mm', '288 mm', '312 mm'],
    })
    const unknown = await shop.get('/api/vehicle/lada-niva')
    expect([unknown.status, unknown.json().message]).toEqual([404, 'There is no such car.'])
  })
})

describe('the garage of an account', () => {
  const garage = async (headers: Record<string, string>) =>
    (await shop.get('/api/my-garage', headers)).json() as GarageCar[]
  const save = (headers: Record<string, string>, id: string, body: object) =>
    shop.send(`/api/my-garage/${id}`, { method: 'PUT', headers, body })
  const remove = (headers: Record<string, string>, id: string) =>
    shop.send(`/api/my-garage/${id}`, { method: 'DELETE', headers })

  test('keeps cars with what was said about them; saving twice is saving once', async () => {
    const { headers } = await signedIn(shop, { email: 'ada@garage.example' })
    const car = { vehicleId: golf, facts: 'built=2006-03;front-discs=312 mm;nonsense' }
    const saved = {
      _id: 'car-1',
      vehicleId: golf,
      name: 'Volkswagen Golf 5 2.0 TDI (BKD)',
      shortName: 'Golf 5 2.0 TDI',
      about: '10/2003 to 11/2008, 103\u00a0kW / 140\u00a0hp',
      facts: 'built=2006-03;front-discs=312 mm',
      isListed: true,
    }
    for (let n = 0; n < 2; n += 1) expect((await save(headers, 'car-1', car)).json()).toEqual(saved)
    expect(await garage(headers)).toEqual([saved])
    const { headers: others } = await signedIn(shop, { email: 'bob@garage.example' })
    expect(await garage(others)).toEqual([])
    expect((await remove(others, 'car-1')).json()).toEqual({ deletedCount: 0 })
    expect((await remove(headers, 'car-1')).json()).toEqual({ deletedCount: 1 })
    expect(await garage(headers)).toEqual([])
  })

  test('has room for ten, also for tabs that save at once', async () => {
    const { headers } = await signedIn(shop, { email: 'ten@garage.example' })
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => save(headers, `car-${n}`, { vehicleId: golf })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(409)])
    expect(answers.find(({ status }) => status === 409)!.json().message).toBe(
      'Your garage has 10 cars. Remove one to save another.',
    )
    expect(await garage(headers)).toHaveLength(10)
  })

  test('refuses cars that do not exist, and stays readable when a model is no longer listed', async () => {
    const { headers } = await signedIn(shop, { email: 'old@garage.example' })
    expect((await save(headers, 'car-1', { vehicleId: 'lada-niva' })).status).toBe(404)
    expect((await save(headers, 'not%20an%20id', { vehicleId: golf })).status).toBe(422)
    await save(headers, 'car-1', { vehicleId: 'fiat-panda-169-1.2-188a4000' })
    await shop.db.deleteFrom('vehicles').where('id', '=', 'fiat-panda-169-1.2-188a4000').execute()
    const [car] = await garage(headers)
    expect(car).toMatchObject({ name: 'Fiat Panda 169 1.2 (188A4.000)', isListed: false })
    const answered = { vehicleId: 'fiat-panda-169-1.2-188a4000', facts: 'built=2004' }
    expect((await save(headers, 'car-1', answered)).json()).toMatchObject({ facts: 'built=2004' })
  })

  test('is part of the export, and goes with the account', async () => {
    const { headers, userId } = await signedIn(shop, { email: 'leaves@garage.example' })
    await save(headers, 'car-1', { vehicleId: golf })
    const data = (await shop.get('/api/my-data', headers)).json()
    expect(data.garage).toEqual([expect.objectContaining({ vehicle_id: golf })])
    await shop.db.deleteFrom('users').where('id', '=', userId).execute()
    const left = await shop.db.selectFrom('garage_cars').select('id').where('user_id', '=', userId).execute()
    expect(left).toEqual([])
  })
})
