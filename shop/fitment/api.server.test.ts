import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '~/platform/id.ts'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'
const tesla = 'tesla-model-3-rear-drive'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

const fitFor = async (part: string, car: string, facts = '') => {
  const answer = await shop.get(`/api/service/${part}/fit?${new URLSearchParams({ car, facts })}`)
  return answer.json()
}
const marks = (query: Record<string, string>) => shop.get(`/api/fit?${new URLSearchParams(query)}`)

describe('each verdict has its reason in words', () => {
  test('Fits, with place, quantity, engine and time', async () => {
    expect(await fitFor('brake-disc', gti)).toMatchObject({
      verdict: 'fits',
      words: 'Fits',
      reason: 'Front, 2 needed. For the 2.0 TFSI (BPY) built 07/2005 to 06/2008.',
      quantity: 2,
      car: { _id: gti, name: 'Volkswagen GTI 5 2.0 TFSI (BPY)' },
    })
  })

  test('Fits if …, with the one question that decides, and what was answered can be changed', async () => {
    const open = await fitFor('brake-disc', golf)
    expect(open).toMatchObject({
      verdict: 'only-if',
      words: 'Fits if',
      reason: 'Front brake discs: 312 mm.',
      question: {
        attribute: 'front-discs',
        text: 'How large are the front brake discs?',
        choices: ['280 mm', '288 mm', '312 mm'].map((value) => ({ value, label: value })),
      },
      answers: [],
    })
    const yes = await fitFor('brake-disc', golf, 'front-discs=312 mm')
    expect(yes).toMatchObject({
      verdict: 'fits',
      answers: [{ attribute: 'front-discs', name: 'front brake discs', value: '312 mm' }],
    })
    expect(yes.question).toBeUndefined()
    expect(await fitFor('brake-disc', golf, 'front-discs=288 mm')).toMatchObject({
      verdict: 'does-not-fit',
      reason: 'Front brake discs: yours 288 mm; this part is for 312 mm.',
    })
  })

  test('a rule by month asks for the time, in the spans that matter', async () => {
    const open = await fitFor('brake-pads', golf)
    expect(open.reason).toBe('Built until 05/2006.')
    expect(open.question).toMatchObject({
      text: 'When was your car built?',
      choices: [
        { value: '2003-10/2006-05', label: '10/2003 to 05/2006' },
        { value: '2006-06/2008-11', label: '06/2006 to 11/2008' },
      ],
    })
    expect((await fitFor('brake-pads', golf, 'built=2005')).verdict).toBe('fits')
    expect((await fitFor('brake-pads', golf, 'built=2006')).verdict).toBe('only-if')
    expect(await fitFor('brake-pads', golf, 'built=2007')).toMatchObject({
      verdict: 'does-not-fit',
      reason: 'Your car was built 01/2007 to 12/2007; this part is for cars built until 05/2006.',
    })
  })

  test('Does not fit, with why', async () => {
    expect((await fitFor('oil-filter', tesla)).reason).toBe('An electric motor has no oil filter.')
    expect(await fitFor('spark-plug', 'opel-astra-h-1.6-z16xep')).toMatchObject({
      words: 'Does not fit',
      reason: 'Listed for 2 cars; yours is not among them.',
    })
  })

  test('Not checked, and what to do then', async () => {
    expect(await fitFor('piston', gti)).toMatchObject({
      words: 'Not checked',
      reason: 'Nobody has checked this part against your car.',
    })
    expect((await fitFor('battery', gti)).reason).toBe(
      'This part goes by its measures: compare them with the part on your car.',
    )
  })
})

test('marks of many parts come in one call, with those that exist', async () => {
  const answer = await marks({ car: golf, parts: 'brake-disc,nothing,jump-leads,piston' })
  expect(answer.json()).toEqual([
    { _id: 'brake-disc', verdict: 'only-if', words: 'Fits if front brake discs: 312 mm' },
    { _id: 'jump-leads', verdict: 'fits', words: 'Fits every car' },
    { _id: 'piston', verdict: 'does-not-fit', words: 'Does not fit' },
  ])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an unknown car or part is a 404 in words, and too many parts are refused', async () => {
  const noCar = await marks({ car: 'lada-niva', parts: 'piston' })
  expect([noCar.status, noCar.json().message]).toEqual([404, 'There is no such car.'])
  const noPart = await shop.get(`/api/service/nothing/fit?car=${golf}`)
  expect([noPart.status, noPart.json().message]).toEqual([404, 'There is no such product.'])
  const parts = Array.from({ length: 49 }, (_, n) => `part-${n}`).join(',')
  expect((await marks({ car: golf, parts })).status).toBe(422)
  expect((await marks({ parts: 'piston' })).status).toBe(422)
})

test('a part that shares its numbers with one that fits is still not checked', async () => {
  const twin = await aProduct(shop)
  const shared = await shop.db
    .selectFrom('part_numbers')
    .selectAll()
    .where('product_id', '=', 'brake-disc')
    .execute()
  await shop.db
    .insertInto('part_numbers')
    .values(shared.map((number) => ({ ...number, id: newId(), product_id: twin.id })))
    .execute()
  expect((await fitFor(twin.id, gti)).verdict).toBe('unknown')
})

test('free words stay a condition, and a remark restricts nothing', async () => {
  const part = await aProduct(shop)
  const row = {
    product_id: part.id,
    vehicle_id: golf,
    position: '',
    quantity: 1,
    built_from: '',
    built_to: '',
    conditions: '',
    source: '',
  }
  await shop.db
    .insertInto('fitments')
    .values({ ...row, id: newId(), must_check: 'only with a tow bar', remark: '' })
    .execute()
  const open = await fitFor(part.id, golf, 'front-discs=312 mm;built=2005-05')
  expect([open.verdict, open.reason, open.question]).toEqual(['only-if', '“only with a tow bar”.', undefined])
  await shop.db
    .updateTable('fitments')
    .set({ must_check: '', remark: 'only with care' })
    .where('product_id', '=', part.id)
    .execute()
  expect(await fitFor(part.id, golf)).toMatchObject({
    verdict: 'fits',
    reason: '1 needed. For the 2.0 TDI (BKD) built 10/2003 to 11/2008. Only with care.',
  })
})

test('a complete list without any car says nothing', async () => {
  const part = await aProduct(shop)
  await shop.db.updateTable('products').set({ fit_kind: 'listed-all' }).where('id', '=', part.id).execute()
  expect(await fitFor(part.id, gti)).toMatchObject({
    words: 'Not checked',
    reason: 'Nobody has checked this part against your car.',
  })
  expect((await marks({ car: gti, parts: part.id })).json()).toMatchObject([{ verdict: 'unknown' }])
})

test('a part lists the cars that it is for', async () => {
  const answer = await shop.get('/api/service/spark-plug/vehicles')
  expect(answer.json().map(({ name }: { name: string }) => name)).toEqual([
    'Audi A3 8P 2.0 TFSI (BPY)',
    'Volkswagen GTI 5 2.0 TFSI (BPY)',
  ])
  expect((await shop.get('/api/service/nothing/vehicles')).status).toBe(404)
})
