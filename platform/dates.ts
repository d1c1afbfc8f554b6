// By hand: the formats of Intl take a phone longer to make than a whole page takes to come alive.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
export const short = (month: number) => months[month]!.slice(0, 3)

/** November 16, 2026, the same for everyone. */
export const longDay = (at: Date) => `${months[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`

/** Nov 16, the same for everyone. */
export const shortDay = (at: Date) => `${short(at.getUTCMonth())} ${at.getUTCDate()}`
