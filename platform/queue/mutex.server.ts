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
