import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersOf, mayBeMeantBy, meantBy } from './mistakes.ts'

const letter = fc.constantFrom(...'abdeiklmnoprstäñø')
const word = fc.string({ unit: letter, minLength: 2, maxLength: 12 })
const at = fc.nat()
const mistake = fc.oneof(
  fc.record({ is: fc.constant('swap' as const), at }),
  fc.record({ is: fc.constant('drop' as const), at }),
  fc.record({ is: fc.constant('add' as const), at, letter }),
  fc.record({ is: fc.constant('other' as const), at, letter }),
  fc.record({ is: fc.constant('double' as const), at }),
)
type Mistake = typeof mistake extends fc.Arbitrary<infer M> ? M : never

function withMistake(text: string, made: Mistake) {
  const n = made.at % text.length
  const [before, here, behind] = [text.slice(0, n), text[n]!, text.slice(n + 1)]
  if (made.is === 'swap') return before + behind.slice(0, 1) + here + behind.slice(1)
  if (made.is === 'drop') return before + behind
  if (made.is === 'double') return before + here + here + behind
  return before + (made.is === 'add' ? here : '') + made.letter + behind
}

test('no word that may be meant is passed over because of its letters', () => {
  let meant = 0
  fc.assert(
    fc.property(word, fc.array(mistake, { minLength: 1, maxLength: 3 }), (typed, mistakes) => {
      const other = mistakes.reduce((text, made) => (text ? withMistake(text, made) : text), typed)
      if (!meantBy(typed)(other)) return
      meant += 1
      expect(mayBeMeantBy(typed)(lettersOf(other))).toBe(true)
    }),
    { numRuns: 2000 },
  )
  expect(meant).toBeGreaterThan(500)
})

test('words with several other letters are passed over', () => {
  expect(mayBeMeantBy('brake')(lettersOf('bolt'))).toBe(false)
  expect(mayBeMeantBy('alternator')(lettersOf('alternatre'))).toBe(true)
  expect(mayBeMeantBy('alternator')(lettersOf('windscreen'))).toBe(false)
})
