import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, toast } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a notice closes by itself after 5000 ms', () => {
  toast('success', 'Saved')
  vi.advanceTimersByTime(4999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toEqual([])
})
