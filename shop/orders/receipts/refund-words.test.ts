import { expect, test } from 'vitest'
import { refundWords } from './CreditNotes.tsx'

test('a receipt says how much of it was returned, and nothing that has not happened', () => {
  const paid = { total: 34.9 }
  expect(refundWords('succeeded', [paid, { total: 10 }])).toBe('$10.00 returned to the card')
  expect(refundWords('succeeded', [paid, { total: 10 }, { total: 24.9 }])).toBe('returned to the card')
  // One that bounced is reversed.
  expect(refundWords('succeeded', [paid, { total: 10 }, { total: -10 }, { total: 5 }])).toBe(
    '$5.00 returned to the card',
  )
  expect(refundWords('succeeded', [paid])).toBe('returned to the card')
  expect(refundWords('pending', [paid, { total: 10 }])).toBe('on its way, not arrived yet')
})
