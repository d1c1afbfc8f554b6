import { isIP } from 'node:net'

/**
 * Who called the proxy, by its own word: the last address of `X-Forwarded-For`. What stands before that is the caller's
 * invention. Some proxies add the port, which differs with each connection of one caller: `203.0.113.7:4711` and
 * `[2001:db8::1]:4711` are read without it.
 */
export function forwardedAddress(header: string | string[] | undefined) {
  const last = String(header ?? '')
    .split(',')
    .at(-1)!
    .trim()
    .replace(/^"(.*)"$/, '$1')
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(last) ?? []
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(last) ?? []
  const address = inBrackets ?? withoutPort ?? last
  return isIP(address) ? address : undefined
}
