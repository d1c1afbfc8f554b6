import { useSyncExternalStore } from 'react'

/** How a value is read from this browser's storage, null for nothing, and written; undefined needs no place in it. */
type Storage<Value> = { key: string; read: (stored: unknown) => Value; write: (value: Value) => unknown }

/** A value that all components of the page share. One with a storage is the same in every tab, and on the next visit. */
export function createStore<Value>(initial: Value, storage?: Storage<Value>) {
  let value = storage ? storage.read(stored(storage.key)) : initial
  const listeners = new Set<() => void>()
  function show(next: Value) {
    value = next
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  if (storage && typeof window !== 'undefined')
    addEventListener('storage', ({ key }) => {
      // null when everything was cleared at once.
      if (key === storage.key || key === null) show(storage.read(stored(storage.key)))
    })
  return {
    get: () => value,
    set(next: Value) {
      if (storage) save(storage.key, storage.write(next))
      show(next)
    },
    subscribe,
    /** What a component needs of it; on the server and in the first render, of its initial value. */
    use: <Part>(part: (value: Value) => Part) =>
      useSyncExternalStore(
        subscribe,
        () => part(value),
        () => part(initial),
      ),
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // There is no storage here, or something else in it.
    return null
  }
}

function save(key: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be forbidden, or full: then the value lasts as long as the page.
  }
}
