import { beforeAll, expect, test } from 'vitest'
import { hours, minutes, seconds } from '~/platform/time.ts'
import { aShop } from '~/test/shop.ts'
import type { Counters } from './counters.server.ts'
import { createCounters } from './counters.server.ts'

let time = Date.parse('2026-03-01T12:00:00Z')
let counters: Counters
beforeAll(async () => {
  const shop = await aShop({ DEMO: 'off' })
  counters = createCounters(shop.database, () => time)
})
const count = async (what: string) => (await counters.add(what, minutes(1))).count

test('a count ends in time, also when the clock is put back', async () => {
  for (let n = 1; n <= 3; n += 1) expect(await count('ended')).toBe(n)
  time += minutes(1)
  expect(await count('ended')).toBe(1)
  expect(await count('ended')).toBe(2)
  time -= hours(1)
  expect(await count('ended')).toBe(1)
})

test('a call that began first and is counted second begins no new count', async () => {
  expect(await count('reordered')).toBe(1)
  time -= 1
  expect(await count('reordered')).toBe(2)
  time -= seconds(30)
  expect(await count('reordered')).toBe(3)
})

test('calls at the same moment each learn their own count', async () => {
  expect((await Promise.all([count('parallel'), count('parallel'), count('parallel')])).sort()).toEqual([
    1, 2, 3,
  ])
})
