const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const randomBytesEach = 8
/** Fetched for many ids at once, because each time costs as much as a hundred bytes. */
const random = new Uint8Array(64 * randomBytesEach)
let used = random.length

/** 24 hexadecimal digits: seconds first, so that newer ids sort later and index pages stay warm. */
export function newId(now = Date.now()) {
  if (used === random.length) {
    crypto.getRandomValues(random)
    used = 0
  }
  let id = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0')
  for (const end = used + randomBytesEach; used < end; used += 1) id += digits[random[used]!]
  return id
}

export const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/** Of lists with commas in an address: each id once, so many at most, and always in the same order. */
export const idsIn = (lists: string[], most: number) =>
  [...new Set(lists.flatMap((list) => list.split(',')).filter(isId))].slice(0, most).sort()
