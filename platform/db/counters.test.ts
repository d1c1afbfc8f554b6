import { expect, test } from 'vitest'
import { minutes } from '~/platform/time.ts'
import { countersInMemory } from './counters.server.ts'

const most = 50_000
const now = Date.parse('2026-03-01T12:00:00Z')

async function flood(counters: ReturnType<typeof countersInMemory>, windowMs: number, name: string) {
  for (let n = 0; n < most; n += 1) await counters.add(`${name} ${n}`, windowMs)
}

test('a full memory forgets what has ended, and not a password that is being guessed', async () => {
  let time = now
  const counters = countersInMemory(() => time)
  for (let n = 1; n <= 11; n += 1) await counters.add('password of admin', minutes(15))
  await flood(counters, minutes(1), 'calls of')
  time += minutes(1)
  await flood(counters, minutes(1), 'more calls of')
  expect((await counters.add('password of admin', minutes(15))).count).toBe(12)
})

test('a flood of others does not wash out a guessed password, also when nothing has ended', async () => {
  const counters = countersInMemory(() => now)
  for (let n = 1; n <= 11; n += 1) await counters.add('password of admin', minutes(15))
  for (let n = 1; n <= 40; n += 1) await counters.add('busy caller', minutes(1))
  await flood(counters, minutes(1), 'calls of')
  expect((await counters.add('busy caller', minutes(1))).count).toBe(41)
  await flood(counters, minutes(15), 'password of stranger')
  expect((await counters.add('password of admin', minutes(15))).count).toBe(12)
})
