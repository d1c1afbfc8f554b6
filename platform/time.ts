/** Lengths of time in milliseconds, as timers and dates count. A length in seconds has that in its name. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(60 * count)
export const hours = (count: number) => minutes(60 * count)
export const days = (count: number) => hours(24 * count)

/** For cookies, tokens and the clocks of providers. */
export const inSeconds = (ms: number) => ms / 1000
