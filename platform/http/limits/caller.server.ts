import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

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

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
/** What proxies and tunnels add: no browser sends a header of such a name by itself. */
const onTheWay =
  /^(x-.+|forwarded|via|client-ip|true-client-ip|eagleid|(akamai|ali|cdn|cf|do|fastly|fly|incap|ngrok|proxy|surrogate|tailscale|wl-proxy)-.+)$/

/** Whether an address to listen on, or the name in an address, is of this machine alone. */
export const isLoopback = (host: string) => host === '::1' || loopbackName.test(host)

/**
 * Whether a request was made on this very machine: a loopback connection that nobody passed on, for a name of this
 * machine. The name matters, because a page from elsewhere can make its own name point here.
 */
export function isFromThisMachine({ raw: { socket, headers, httpVersion } }: Pick<FastifyRequest, 'raw'>) {
  return (
    // Nobody but a proxy with its defaults speaks it any more.
    httpVersion !== '1.0' &&
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackName.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => onTheWay.test(name))
  )
}
