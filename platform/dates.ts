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

const two = (n: number) => String(n).padStart(2, '0')

/** Nov 16, 2026, where the reader is. */
export const localDay = (at: Date) => `${short(at.getMonth())} ${at.getDate()}, ${at.getFullYear()}`

/** Nov 16, where the reader is. */
export const localShortDay = (at: Date) => `${short(at.getMonth())} ${at.getDate()}`

/** Nov 16, 9:05 AM, where the reader is. */
export const localShortMinute = (at: Date) => `${localShortDay(at)}, ${clock(at, two(at.getMinutes()))}`

/** Mon, Nov 16, where the reader is: for a day to wait for. */
export const localWeekday = (at: Date) => `${weekdays[at.getDay()]}, ${localShortDay(at)}`
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Nov 16, 2026, 9:05 AM, where the reader is. */
export const localMinute = (at: Date) => `${localDay(at)}, ${clock(at, two(at.getMinutes()))}`

/** Nov 16, 2026, 9:05:03 AM, where the reader is. */
export const localSecond = (at: Date) =>
  `${localDay(at)}, ${clock(at, `${two(at.getMinutes())}:${two(at.getSeconds())}`)}`

const clock = (at: Date, rest: string) =>
  `${at.getHours() % 12 || 12}:${rest} ${at.getHours() < 12 ? 'AM' : 'PM'}`
