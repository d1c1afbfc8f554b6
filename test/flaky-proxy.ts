import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { afterThisFile } from './clean-up.ts'

/** A TCP proxy to the database server that can stop forwarding or drop connections, as a network does. */
export async function openFlakyProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let state: 'up' | 'silent' | 'down' = 'up'
  const server = createServer((near) => {
    if (state === 'down') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => state === 'up' && to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  afterThisFile(() => {
    cut()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence: () => {
      state = 'silent'
    },
    drop: () => {
      state = 'down'
      cut()
    },
    /** Open connections are dropped: what they lost stays lost. */
    restore: async () => {
      cut()
      state = 'up'
    },
  }
}
