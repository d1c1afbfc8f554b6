/** TEST_SEED repeats what a run with other random choices met; every run prints its own. */
export const seed = Number(process.env.TEST_SEED || 1)

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
export function randomFrom(start: number) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
