import type { FastifyRequest } from 'fastify'

const loopbackAddress = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
/** What proxies and tunnels add. */
const onTheWay = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|x-original-.*|cf-.*)$/

/** Whether an address to listen on, or the name in an address, is of this machine alone. */
export const isLoopback = (host: string) => host === '::1' || loopbackName.test(host)

/**
 * Whether a request was made on this very machine: a loopback connection that nobody passed on, for a name of this
 * machine. The name matters, because a page from elsewhere can make its own name point here.
 */
export function isFromThisMachine({ raw: { socket, headers } }: Pick<FastifyRequest, 'raw'>) {
  return (
    loopbackAddress.test(socket.remoteAddress ?? '') &&
    loopbackName.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => onTheWay.test(name))
  )
}
