import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './rate-limit.server.ts'
import { Slots } from './slots.server.ts'

/** One network never holds all of them, else it could keep everybody else out by doing nothing. */
const connectionsAtOnce = { most: 2000, perNetwork: 1500 }

/** Behind a proxy all connections are the proxy's own, and it is the proxy that counts callers. */
export function limitConnections(server: Server, trustProxy: boolean) {
  server.maxConnections = connectionsAtOnce.most
  if (trustProxy) return
  const places = new Slots()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!places.take(network, connectionsAtOnce)) return void socket.destroy()
    socket.once('close', () => places.release(network))
  })
}
