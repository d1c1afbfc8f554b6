import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '~/platform/time.ts'
import { NetworkSlots } from './load-shedding.server.ts'
import { networkOf } from './rate-limit.server.ts'

/** One network never holds all of them, else it could keep everybody else out by doing nothing. */
const connectionsAtOnce = { most: 2000, perNetwork: 1500 }

/** Behind a proxy all connections are the proxy's own, and it is the proxy that counts callers. */
export function limitConnections(server: Server, trustProxy: boolean) {
  server.maxConnections = connectionsAtOnce.most
  if (trustProxy) return
  const places = new NetworkSlots()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!places.take(network, connectionsAtOnce)) return void socket.destroy()
    socket.once('close', () => places.release(network))
  })
}

export type IdleTimes = { idleMs: number; checkEveryMs: number }
const defaultTimes: IdleTimes = { idleMs: seconds(60), checkEveryMs: seconds(5) }
/** For who is about to send something on a connection that a retiring server would close. */
const graceMs = seconds(5)

/**
 * Closes connections on which nothing has moved for a minute. Node would start two timers per response for that, a tenth
 * of what a cached page costs; one look at all connections every few seconds costs nothing.
 */
export function watchConnections(server: Server, { idleMs, checkEveryMs }: IdleTimes = defaultTimes) {
  server.keepAliveTimeout = 0
  const open = new Map<Socket, { bytes: number; movedAt: number }>()
  let isClosing = false
  server.on('connection', (socket) => {
    if (isClosing) return void socket.destroy()
    open.set(socket, { bytes: 0, movedAt: Date.now() })
    socket.once('close', () => open.delete(socket))
  })
  const check = setInterval(() => {
    const now = Date.now()
    for (const [socket, seen] of open) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== seen.bytes) open.set(socket, { bytes, movedAt: now })
      else if (now - seen.movedAt < idleMs) continue
      // A long response may still be moving out of the system's buffers. Only Node's own timer sees that.
      else if (socket.writableLength > 0) socket.timeout || socket.setTimeout(idleMs)
      else socket.destroy()
    }
  }, checkEveryMs)
  check.unref()

  /** What is being answered is finished, the rest need not be waited for. */
  function closeUnused() {
    // Browsers connect ahead of need. Such a connection is neither idle nor busy to Node, and would hold up closing.
    for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy()
    const closing = setInterval(() => {
      server.closeIdleConnections()
      if (open.size === 0) clearInterval(closing)
    }, 100)
    closing.unref()
  }

  return {
    /** For when the server closes. */
    async close() {
      isClosing = true
      clearInterval(check)
      closeUnused()
    },
    /**
     * For a server whose place another one has taken. It takes no new connections, and each that it has ends with its next
     * answer: nobody is cut off, nor sent away because of it. Resolves when all have ended.
     */
    async drain() {
      const ended = once(server, 'close')
      // Node's own close() for HTTP ends idle connections at once.
      NetServer.prototype.close.call(server)
      server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
      server.emit('retire')
      await Promise.race([ended, sleep(graceMs)])
      closeUnused()
      await ended
    },
  }
}
