import { closeSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createJournalFile, Journal } from './journal.server.ts'

const file = createJournalFile(3)
afterAll(() => closeSync(file))
const [one, other, third] = [0, 1, 2].map((own) => new Journal(file, { own, writers: 3 })) as [
  Journal,
  Journal,
  Journal,
]

test('what one writes the others read once, each in the order of its writer, and nobody reads what is his own', () => {
  for (let n = 0; n < 10; n += 1) {
    one.write({ n })
    third.write([`Größe ${n}`])
  }
  expect(other.read()).toEqual([
    ...Array.from({ length: 10 }, (_, n) => ({ n })),
    ...Array.from({ length: 10 }, (_, n) => [`Größe ${n}`]),
  ])
  expect(other.read()).toEqual([])
  expect(one.read()).toHaveLength(10)
  expect(third.read()).toHaveLength(10)
})

test('a ring is used again and again, and no entry is broken where it ends', () => {
  for (let n = 0; n < 5000; n += 1) {
    const text = 'x'.repeat(n % 307)
    one.write({ n, text })
    if (n % 50 === 0) expect(other.read()?.at(-1)).toEqual({ n, text })
  }
})

test('who was away for too long hears that something is lost, and then the next', () => {
  other.read()
  for (let n = 0; n < 5000; n += 1) one.write({ text: 'x'.repeat(100) })
  expect(other.read()).toBeUndefined()
  one.write('next')
  expect(other.read()).toEqual(['next'])
})

test('what is too long is not written', () => {
  expect(one.write('x'.repeat(9000))).toBe(false)
  expect(other.read()).toEqual([])
})

test('who takes the place of one that has ended goes on where that one was', () => {
  one.write('before')
  expect(other.read()).toEqual(['before'])
  const next = new Journal(file, { own: 0, writers: 3 })
  next.write('after')
  expect(other.read()).toEqual(['after'])
})
