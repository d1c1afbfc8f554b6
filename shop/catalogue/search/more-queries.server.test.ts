import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { moreQueries } from './more-queries.cases.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

test('at least 98 of 100 queries are answered as a person behind the counter would, also with nothing', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const [group, list] of Object.entries(moreQueries))
    for (const line of list.trim().split('\n')) {
      const [, q = '', wanted = ''] = /^\s*(.+): (.+)$/.exec(line)!
      const answer = await shop.get(`/api/services?q=${encodeURIComponent(q)}&page=1`)
      const found = answer.json().map(({ _id }: { _id: string }) => _id)
      asked += 1
      if (!isRight(found, wanted))
        wrong.push(`${group}: “${q}” is ${wanted}, found ${found.join(', ') || 'nothing'}`)
    }
  expect(asked).toBe(100)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})

function isRight(found: string[], wanted: string) {
  if (wanted === 'nothing') return found.length === 0
  if (wanted.includes(' & ')) return wanted.split(' & ').every((id) => found.slice(0, 3).includes(id))
  if (wanted.includes(' | ')) return wanted.split(' | ').includes(found[0]!)
  const [first, ...others] = wanted.replace('only ', '').split(' ')
  const isOnly = wanted.startsWith('only ')
  return found[0] === first && (!isOnly || found.every((id) => id === first || others.includes(id)))
}
