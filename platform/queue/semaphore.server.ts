import { refuseRequest } from '~/platform/refusal.ts'

/** One for each key that is in use. */
export function semaphoresByKey(running: number, limits: { waiting: number }) {
  const inUse = new Map<string, { run: ReturnType<typeof semaphore>; users: number }>()
  return async <T>(key: string, act: () => Promise<T>): Promise<T> => {
    const entry = inUse.get(key) ?? { run: semaphore(running, limits), users: 0 }
    inUse.set(key, entry)
    entry.users += 1
    try {
      return await entry.run(act)
    } finally {
      entry.users -= 1
      if (entry.users === 0) inUse.delete(key)
    }
  }
}

/** Runs so many at once and lets so many more wait; the rest is refused. */
export function semaphore(running: number, { waiting }: { waiting: number }) {
  let free = running
  const queue: (() => void)[] = []

  async function turn() {
    if (free > 0) {
      free -= 1
      return
    }
    if (queue.length >= waiting) throw refuseRequest('busy')
    await new Promise<void>((go) => queue.push(go))
  }
  function done() {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
  return async <T>(act: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await act()
    } finally {
      done()
    }
  }
}

/** Lets one holder in at a time, in the order of their requests. */
export function createMutex() {
  const waiting: (() => void)[] = []
  let isLocked = false
  return {
    lock(): Promise<void> | undefined {
      if (isLocked) return new Promise((resolve) => waiting.push(resolve))
      isLocked = true
      return undefined
    },
    unlock() {
      const next = waiting.shift()
      if (next) next()
      else isLocked = false
    },
  }
}
