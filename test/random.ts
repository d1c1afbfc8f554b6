/** TEST_SEED changes the random choices, or repeats those of another run. */
export const seed = Number(process.env.TEST_SEED || 1)

/** A seeded generator of pseudo-random numbers from 0 to 1. */
export function randomFrom(start: number) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
