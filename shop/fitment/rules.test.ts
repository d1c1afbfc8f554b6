import { describe, expect, test } from 'vitest'
import { randomFrom, seed } from '~/test/random.ts'
import type { Car, FitRow, PartToJudge } from './rules.ts'
import { judge } from './rules.ts'

/** All that there is in this test's world. */
const values: Record<string, string[]> = {
  discs: ['288 mm', '312 mm', '345 mm'],
  aircon: ['with', 'without'],
  gearbox: ['manual', 'automatic'],
}
const worldMonths = Array.from({ length: 24 }, (_, n) => monthNumber(n))
const world = { from: worldMonths[0]!, to: worldMonths.at(-1)! }

function monthNumber(n: number) {
  return `${2005 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
}

const aRow = (row: Partial<FitRow> = {}): FitRow => ({
  position: '',
  quantity: 1,
  builtFrom: null,
  builtTo: null,
  conditions: {},
  mustCheck: '',
  remark: '',
  ...row,
})
const aCar = (car: Partial<Car> = {}): Car => ({ months: world, options: {}, facts: {}, ...car })
const listed = (rows: FitRow[], fitKind: PartToJudge['fitKind'] = 'listed'): PartToJudge => ({
  fitKind,
  rows,
})

/** A car of which everything is known. */
type WholeCar = { month: string; facts: Record<string, string>; words: boolean }

/** Every car that this one may be, by listing them: the rules are not asked. */
function possibleCars({ facts, options, months }: Car): WholeCar[] {
  let all: Record<string, string>[] = [{}]
  for (const [attribute, known] of Object.entries(values)) {
    const said = facts[attribute]
    // An attribute of which nothing is known may have a value that nobody has named.
    const possible = said === undefined ? (options[attribute] ?? [...known, 'unheard of']) : [said]
    all = all.flatMap((car) => possible.map((value) => ({ ...car, [attribute]: value })))
  }
  const said = facts.built
  const isPossible = (month: string) => {
    if (month < months.from || (months.to !== null && month > months.to)) return false
    if (said === undefined) return true
    const [from, to = from] = said.length === 4 ? [`${said}-01`, `${said}-12`] : said.split('/')
    return month >= from! && month <= to!
  }
  const possible = worldMonths.filter(isPossible)
  return all.flatMap((car) =>
    possible.flatMap((month) => [true, false].map((words) => ({ month, facts: car, words }))),
  )
}

/** Whether the part belongs on a car of which everything is known. */
const isTrue = ({ fitKind, rows }: PartToJudge, car: WholeCar) =>
  fitKind === 'every-car' ||
  rows.some(
    (row) =>
      row.quantity > 0 &&
      (row.builtFrom === null || car.month >= row.builtFrom) &&
      (row.builtTo === null || car.month <= row.builtTo) &&
      (row.mustCheck === '' || car.words) &&
      Object.entries(row.conditions).every(([attribute, wanted]) => wanted.includes(car.facts[attribute]!)),
  )

describe('2,000 pairs of parts and cars, compared with every car that each may be', () => {
  const random = randomFrom(seed)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const oneOf = <T>(list: readonly T[]) => list[upTo(list.length - 1)]!
  const some = <T>(list: readonly T[]) => list.filter(() => random() < 0.5)

  const randomRow = () => {
    const from = upTo(23)
    return aRow({
      quantity: random() < 0.05 ? 0 : 1 + upTo(3),
      builtFrom: random() < 0.2 ? monthNumber(from) : null,
      builtTo: random() < 0.2 ? monthNumber(from + upTo(23 - from)) : null,
      conditions: Object.fromEntries(
        Object.entries(values)
          .filter(() => random() < 0.25)
          .map(([attribute, all]) => [attribute, some(all)] as const)
          .filter(([, wanted]) => wanted.length > 0),
      ),
      mustCheck: random() < 0.08 ? 'only with a tow bar' : '',
      remark: random() < 0.1 ? 'only with care' : '',
    })
  }
  const randomCar = () => {
    const attributes = Object.entries(values)
    const options = attributes
      .filter(() => random() < 0.5)
      .map(([attribute, all]) => [attribute, some(all)] as const)
      .filter(([, possible]) => possible.length > 0)
    const facts = attributes
      .filter(() => random() < 0.3)
      .map(([attribute, all]) => [attribute, oneOf(options.find(([name]) => name === attribute)?.[1] ?? all)])
    const from = upTo(23)
    const said = oneOf(['', '', '2005', '2006', monthNumber(from), `${monthNumber(from)}/${monthNumber(23)}`])
    return aCar({
      options: Object.fromEntries(options),
      facts: { ...Object.fromEntries(facts), ...(said && { built: said }) },
    })
  }
  const pairs = Array.from({ length: 2000 }, () => ({
    part: {
      fitKind: oneOf(['listed', 'listed', 'listed-all', 'by-size', 'every-car', 'unsaid'] as const),
      rows: Array.from({ length: upTo(3) }, randomRow),
    },
    car: randomCar(),
  }))

  test('none is said to fit that might not, and none not to fit that might', () => {
    const wrong = pairs.filter(({ part, car }) => {
      const { verdict } = judge(part, car)
      const truths = possibleCars(car).map((whole) => isTrue(part, whole))
      if (verdict === 'fits') return truths.includes(false)
      return verdict === 'does-not-fit' && truths.includes(true)
    })
    expect(wrong).toEqual([])
    const verdicts = new Set(pairs.map(({ part, car }) => judge(part, car).verdict))
    expect(verdicts).toEqual(new Set(['fits', 'only-if', 'does-not-fit', 'unknown']))
  })

  test('what one could know for sure is not left open, unless it takes two rows together', () => {
    const undecided = pairs.filter(({ part, car }) => {
      if (part.rows.length !== 1 || judge(part, car).verdict !== 'only-if') return false
      return new Set(possibleCars(car).map((whole) => isTrue(part, whole))).size === 1
    })
    expect(undecided).toEqual([])
  })

  test('the choices of a question are all that the car may have, and each leaves fewer open', () => {
    for (const { part, car } of pairs) {
      const { question } = judge(part, car)
      if (!question) continue
      const { attribute, choices } = question
      expect(choices.length).toBeGreaterThan(1)
      for (const choice of choices) {
        const answered = judge(part, { ...car, facts: { ...car.facts, [attribute]: choice } })
        expect(answered.question?.attribute).not.toBe(attribute)
      }
    }
  })
})

describe('a fact that nobody has said', () => {
  const wants312 = listed([aRow({ conditions: { discs: ['312 mm'] } })])

  test('is open, and the question that decides has the values that this model may have', () => {
    const car = aCar({ options: { discs: ['288 mm', '312 mm'] } })
    expect(judge(wants312, car)).toMatchObject({
      verdict: 'only-if',
      question: { attribute: 'discs', choices: ['288 mm', '312 mm'] },
    })
    expect(judge(wants312, { ...car, facts: { discs: '312 mm' } }).verdict).toBe('fits')
    expect(judge(wants312, { ...car, facts: { discs: '288 mm' } }).verdict).toBe('does-not-fit')
  })
  test('is known where the model has one value alone', () => {
    expect(judge(wants312, aCar({ options: { discs: ['312 mm'] } })).verdict).toBe('fits')
  })
  test('may be none of those that the list names', () => {
    expect(judge(wants312, aCar()).question).toEqual({ attribute: 'discs', choices: ['312 mm', 'other'] })
    expect(judge(wants312, aCar({ facts: { discs: 'other' } })).verdict).toBe('does-not-fit')
  })
})

test('a rule by month that cuts the year of a car asks which side of it the car is on', () => {
  const part = listed([aRow({ builtTo: '2005-05' })])
  expect(judge(part, aCar({ facts: { built: '2006' } })).verdict).toBe('does-not-fit')
  const open = judge(part, aCar({ facts: { built: '2005' } }))
  expect(open).toMatchObject({
    verdict: 'only-if',
    question: { attribute: 'built', choices: ['2005-01/2005-05', '2005-06/2005-12'] },
  })
  expect(judge(part, aCar({ facts: { built: '2005-01/2005-05' } })).verdict).toBe('fits')
})

test('somebody who names a time at which the model was not built has said nothing', () => {
  const part = listed([aRow({ builtFrom: '2006-01' })])
  expect(judge(part, aCar({ facts: { built: '1999' } })).verdict).toBe('only-if')
})

test('free words stay open whatever else is known, and a remark restricts nothing', () => {
  expect(judge(listed([aRow({ mustCheck: 'up to chassis 1K-6-100 000' })]), aCar())).toEqual({
    verdict: 'only-if',
    rows: [expect.anything()],
  })
  expect(judge(listed([aRow({ remark: 'only with care' })]), aCar()).verdict).toBe('fits')
})

describe('a part that does not name the car', () => {
  test.each([
    ['listed-all', 'does-not-fit'],
    ['listed', 'unknown'],
    ['by-size', 'unknown'],
    ['unsaid', 'unknown'],
    ['every-car', 'fits'],
  ] as const)('%s: %s', (fitKind, verdict) => {
    expect(judge(listed([], fitKind), aCar()).verdict).toBe(verdict)
  })
})

test('a car that needs none of a part reads so', () => {
  const none = aRow({ quantity: 0, remark: 'An electric motor has no oil filter' })
  expect(judge(listed([none]), aCar()).verdict).toBe('does-not-fit')
})
