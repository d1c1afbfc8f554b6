import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeSuccesses, closeToast, holdToasts, releaseToasts, toast, toastStore } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastStore.get()) closeToast(id)
  vi.useRealTimers()
})
const texts = () => toastStore.get().map(({ text }) => text)

test('a notice closes by itself after 5000 ms', () => {
  toast('success', 'Saved')
  vi.advanceTimersByTime(4999)
  expect(toastStore.get()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toastStore.get()).toEqual([])
})

test('a notice that offers something waits twice as long', () => {
  toast('success', 'Removed', { actions: [{ text: 'Undo', run: () => {} }] })
  vi.advanceTimersByTime(9999)
  expect(texts()).toEqual(['Removed'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('a notice does not close while the pointer or the focus is on it', () => {
  toast('success', 'Saved')
  vi.advanceTimersByTime(4000)
  holdToasts()
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Saved'])
  releaseToasts()
  vi.advanceTimersByTime(4999)
  expect(texts()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('an error goes when its cause is gone, or when what was tried again has worked', () => {
  const close = toast('error', 'Provide Valid Information')
  toast('error', 'The shop cannot be reached')
  close()
  expect(texts()).toEqual(['The shop cannot be reached'])
  toast('success', 'Saved')
  expect(texts()).toEqual(['Saved'])
})

test('nothing green stays beside what went wrong', () => {
  toast('success', 'Successfully ordered')
  toast('error', 'Your card was declined.')
  expect(texts()).toEqual(['Your card was declined.'])
})

test('a form that says itself what went wrong closes what is green, and no error', () => {
  toast('success', 'Welcome, Ada!')
  closeSuccesses()
  expect(texts()).toEqual([])
  toast('error', 'The shop cannot be reached')
  closeSuccesses()
  expect(texts()).toEqual(['The shop cannot be reached'])
})
