import { expect, test } from 'vitest'
import { comparedIds, measureRows } from './rules.ts'

const part = (...attributes: string[]) => ({ attributes: attributes.join('\n') })

test('what differs comes first, then what one does not say, then what is the same', () => {
  const rows = measureRows([
    part('Axle: Front', 'Diameter: 312 mm', 'Holes: 5'),
    part('Diameter: 288 mm', 'axle: front', 'Thickness: 25 mm'),
  ])
  expect(rows).toEqual([
    { name: 'Diameter', values: ['312 mm', '288 mm'], differs: true },
    { name: 'Holes', values: ['5', undefined], differs: true },
    { name: 'Thickness', values: [undefined, '25 mm'], differs: true },
    { name: 'Axle', values: ['Front', 'front'], differs: false },
  ])
})

test('the parts of an address are known once, in one order, whatever stands around them', () => {
  expect(comparedIds(['b,a', 'a', '<b>', ' c', ''])).toEqual(['a', 'b'])
  expect(comparedIds(['e,d,c,b,a,f'])).toHaveLength(5)
  expect(comparedIds([])).toEqual([])
})
