import { expect, test } from 'vitest'
import type { FitmentRow } from '~/database/tables.ts'
import { doubtsOf } from './doubtful-fits.server.ts'

const line = (product: string, said: Partial<FitmentRow> = {}): FitmentRow => ({
  id: `${product} ${JSON.stringify(said)}`,
  product_id: product,
  vehicle_id: 'golf',
  position: 'front',
  quantity: 2,
  built_from: '',
  built_to: '',
  conditions: '',
  must_check: '',
  remark: '',
  source: '',
  licensed: 0,
  ...said,
})
const kindOf = (id: string) => ({
  name: id,
  category: id.startsWith('lone') ? '' : 'discs',
  brand: id.split(' ')[1] ?? '',
})
const reasons = (...rows: FitmentRow[]) =>
  doubtsOf(rows, kindOf).map(({ row, reasons }) => [row.product_id, ...reasons])

const large = { conditions: 'front-discs=312 mm' }

test('a part without a condition beside a sibling that has one is doubtful, at the same place and of the same brand', () => {
  expect(reasons(line('a'), line('b', large))).toEqual([['a', 'No condition, but b has one for this car']])
  expect(reasons(line('a'), line('b', { ...large, position: 'rear' }))).toEqual([])
  expect(reasons(line('a Alder'), line('b Birch', large))).toEqual([])
  expect(reasons(line('lone a'), line('lone b', large))).toEqual([])
  expect(reasons(line('a', large), line('b', large))).toEqual([])
})

test('a condition that another line of the same part does without restricts nothing', () => {
  expect(reasons(line('a'), line('a', large))).toEqual([
    ['a', 'Restricts nothing: another line of this part is for the same car without a condition'],
  ])
})

test('ten thousand lines of one kind are looked through in one pass', () => {
  const parts = Array.from({ length: 5000 }, (_, n) => `part${n}`)
  const lines = parts.flatMap((part) => [line(part), line(part, large)])
  expect(reasons(...lines)).toHaveLength(5000)
})

test('odd quantities are unlike those of siblings, two on one side, or none without a reason', () => {
  expect(reasons(line('a'), line('b'), line('c', { quantity: 4 }))).toEqual([
    ['c', '4 needed, where others like it need 2'],
  ])
  expect(reasons(line('a'), line('b', { quantity: 4 }))).toEqual([])
  expect(reasons(line('a', { position: 'rear left' }))).toEqual([['a', '2 needed on one side']])
  expect(reasons(line('a', { quantity: 0 }), line('b', { quantity: 0, remark: 'Electric' }))).toEqual([
    ['a', 'None needed, and no remark says why'],
  ])
})

test.each(['only with sports suspension', 'From 2006 on', 'Fits chassis no. up to 1K-6-200000'])(
  'a remark that looks like a condition: %s',
  (remark) => {
    expect(reasons(line('a', { remark }))).toEqual([['a', `The remark looks like a condition: “${remark}”`]])
  },
)

test('a remark that only describes is none', () => {
  expect(reasons(line('a', { remark: 'Vented, coated' }))).toEqual([])
})
