/** Who writes: one at a time, in the order of asking. */
export function createMutex() {
  const queue: (() => void)[] = []
  let taken = false
  return {
    take(): Promise<void> | undefined {
      if (taken) return new Promise((mine) => queue.push(mine))
      taken = true
      return undefined
    },
    pass() {
      const next = queue.shift()
      if (next) next()
      else taken = false
    },
  }
}
