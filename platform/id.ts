/** 24 hexadecimal digits: seconds first, so that newer ids sort later and index pages stay warm. */
export function newId(now = Date.now()) {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0')
  const random = crypto.getRandomValues(new Uint8Array(8))
  return seconds + Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const isId = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text)
