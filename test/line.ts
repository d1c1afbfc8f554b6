import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { afterThisFile } from './clean-up.ts'

/** A way to the database server that can go silent or break, as a network does. */
export async function aLineTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let state: 'well' | 'silent' | 'gone' = 'well'
  const server = createServer((near) => {
    if (state === 'gone') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => state === 'well' && to.write(bytes))
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
    silent: () => {
      state = 'silent'
    },
    gone: () => {
      state = 'gone'
      cut()
    },
    /** What was lost stays lost: the connections of the bad time are cut. */
    back: async () => {
      cut()
      state = 'well'
    },
  }
}
