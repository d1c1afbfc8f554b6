import { refuseRequest } from '~/platform/refusal.ts'

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
