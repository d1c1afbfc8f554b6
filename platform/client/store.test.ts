import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

afterEach(() => void vi.unstubAllGlobals())

const cars = {
  key: 'cars',
  read: (stored: unknown) => (stored ?? []) as string[],
  write: (value: string[]) => value,
}

function browser(stored: Record<string, string> = {}) {
  let tell: (event: { key: string | null }) => void = () => {}
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => {
    tell = listener
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(stored, { [key]: value }),
    removeItem: (key: string) => delete stored[key],
  })
  return { stored, tell: (key: string | null) => tell({ key }) }
}

test('a listener hears of every change until it stops', () => {
  const store = createStore(1)
  const heard: number[] = []
  const stop = store.subscribe(() => heard.push(store.get()))
  store.set(2)
  stop()
  store.set(3)
  expect([heard, store.get()]).toEqual([[2], 3])
})

test('a stored value is there on the next visit, and follows the other tabs', () => {
  const { stored, tell } = browser()
  createStore<string[]>([], cars).set(['Golf'])
  const store = createStore<string[]>([], cars)
  expect(store.get()).toEqual(['Golf'])
  stored.cars = '["Polo"]'
  tell('theme')
  expect(store.get()).toEqual(['Golf'])
  tell('cars')
  expect(store.get()).toEqual(['Polo'])
})

test('a value that is not worth storing is removed, and so is one that was cleared with everything', () => {
  const { stored, tell } = browser({ cars: '["Golf"]' })
  const store = createStore<string[]>([], cars)
  delete stored.cars
  tell(null)
  expect(store.get()).toEqual([])
  const emptied = { ...cars, write: (value: string[]) => (value.length > 0 ? value : undefined) }
  stored.cars = '["Golf"]'
  createStore<string[]>([], emptied).set([])
  expect(stored).toEqual({})
})

test('without storage, or with something else in it, a value lasts as long as the page', () => {
  browser({ cars: 'not JSON' })
  expect(createStore<string[]>([], cars).get()).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  const store = createStore<string[]>([], cars)
  store.set(['Golf'])
  expect(store.get()).toEqual(['Golf'])
})
