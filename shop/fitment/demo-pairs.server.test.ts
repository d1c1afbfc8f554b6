import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import type { PartFit, PartMark } from './contract.ts'

const cars = [
  'volkswagen-golf-5-2.0-tdi-bkd',
  'volkswagen-gti-5-2.0-tfsi-bpy',
  'volkswagen-jetta-5-2.5-bgp',
  'audi-a3-8p-2.0-tfsi-bpy',
  'bmw-328i-e90-n52',
  'honda-civic-8-1.8-r18a1',
  'toyota-corolla-e140-1.8-2zr-fe',
  'ford-focus-2.0-duratec',
  'subaru-forester-sh-2.5-ej253',
  'opel-astra-h-1.6-z16xep',
  'fiat-panda-169-1.2-188a4000',
  'tesla-model-3-rear-drive',
]

/** Labelled by hand, a letter for each car above: Fits, fits If, Not, Unknown. */
const labels: Record<string, string> = {
  'brake-disc': 'I F N I N N N N N N N N',
  'alloy-wheel': 'U U U U U U U U U U U U',
  battery: 'U U U U U U U U U U U U',
  'brake-pads': 'I F I F N N N N N N N N',
  'engine-oil': 'U U U U U U U U U U U N',
  'oil-filter': 'N N N N N F N U F N U N',
  'air-filter': 'U U U U U U U U U U U N',
  'spark-plug': 'N F N F N N N N N N N N',
  'headlight-bulb': 'U U U U U U U U U U F N',
  'wiper-blade': 'U U U U U U U U U U U U',
  'jump-leads': 'F F F F F F F F F F F F',
  'warning-triangle': 'F F F F F F F F F F F F',
  alternator: 'I I I I U U U U U U U N',
  'timing-belt-kit': 'N F N F N N N N N N N N',
  'clutch-kit': 'I I I I U U U U U U U N',
  'shock-absorber': 'U U U U U U U U U U U U',
  radiator: 'I I I I U U U U U U U U',
  piston: 'N U U U U U U U U U U N',
}
const verdicts = { F: 'fits', I: 'only-if', N: 'does-not-fit', U: 'unknown' }

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

const marksOf = async (car: string, facts = '') => {
  const parts = Object.keys(labels).join(',')
  const query = new URLSearchParams({ car, facts, parts })
  return (await shop.get(`/api/fit?${query}`)).json() as PartMark[]
}
const fitOf = async (part: string, car: string, facts = '') =>
  (await shop.get(`/api/service/${part}/fit?${new URLSearchParams({ car, facts })}`)).json() as PartFit

describe('the 216 pairs of the demo', () => {
  test.each(cars.map((car, n) => [car, n] as const))('%s', async (car, n) => {
    const shown = Object.fromEntries((await marksOf(car)).map(({ _id, verdict }) => [_id, verdict]))
    const labelled = Object.entries(labels).map(([part, row]) => [
      part,
      verdicts[row.split(' ')[n] as keyof typeof verdicts],
    ])
    expect(shown).toEqual(Object.fromEntries(labelled))
  })

  test('at least 95 of 100 that are open are decided by one question, whatever the answer', async () => {
    let open = 0
    let decided = 0
    for (const car of cars)
      for (const { _id, verdict } of await marksOf(car)) {
        if (verdict !== 'only-if') continue
        open += 1
        const { question } = await fitOf(_id, car)
        const answered = await Promise.all(
          (question?.choices ?? []).map(({ value }) => fitOf(_id, car, `${question!.attribute}=${value}`)),
        )
        if (answered.length > 1 && answered.every((fit) => fit.verdict !== 'only-if')) decided += 1
      }
    expect(open).toBeGreaterThanOrEqual(15)
    expect(decided / open).toBeGreaterThanOrEqual(0.95)
  })
})
