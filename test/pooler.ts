import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { afterThisFile } from './clean-up.ts'

/** What PgBouncer knows of the parameters with which a session is asked for; it refuses all others. */
const knownParameters =
  /^(user|database|client_encoding|datestyle|timezone|standard_conforming_strings|application_name)$/i

/**
 * Stands before PostgreSQL as PgBouncer does with its default settings. In transaction mode the notices that a session
 * listens for get lost.
 */
export async function openPooler(databaseUrl: string, mode: 'session' | 'transaction') {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    near.once('data', (startup: Buffer) => {
      const refused = parametersOf(startup).find((name) => !knownParameters.test(name))
      if (refused) return void near.end(refusal(`unsupported startup parameter: ${refused}`))
      far.write(startup)
      near.on('data', (bytes) => far.write(bytes))
    })
    const passOn = mode === 'session' ? (bytes: Buffer) => bytes : withoutNotices()
    far.on('data', (bytes: Buffer) => near.write(passOn(bytes)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterThisFile(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return url.href
}

/** Length and version, then names and values in turn, each ended by a zero. */
const parametersOf = (startup: Buffer) =>
  startup
    .toString('utf8', 8)
    .split('\0')
    .filter((text, n) => n % 2 === 0 && text)

function refusal(message: string) {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A message of the server is a letter, its length and its content; a notice has the letter A. */
function withoutNotices() {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    const passed: Buffer[] = []
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const message = rest.subarray(0, rest.readInt32BE(1) + 1)
      rest = rest.subarray(message.length)
      if (message[0] !== 'A'.charCodeAt(0)) passed.push(message)
    }
    return Buffer.concat(passed)
  }
}
