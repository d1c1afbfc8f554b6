import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, unprivileged } from '../../scripts/postgres.mjs'
import { installedFromDebian } from '../../scripts/prepare.mjs'

const program = '/usr/sbin/pgbouncer'

/**
 * PgBouncer as Debian has it, in session mode. Its file names the primary, and is written again when a standby is promoted.
 * @param {number} port of the primary
 */
export async function startPgBouncer(port) {
  if (!existsSync(program) && !installedFromDebian('pgbouncer'))
    throw new Error('There is no PgBouncer here.')
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-pgbouncer-'))
  const user = process.getuid?.() === 0 ? unprivileged() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const file = join(folder, 'pgbouncer.ini')
  const own = await freePort()
  const write = (/** @type {number} */ to) => writeFileSync(file, settings(own, to))
  write(port)
  const child = spawn(program, ['-q', file], { ...user, stdio: 'ignore' })
  const gone = new Promise((done) => child.once('exit', done))
  const end = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  await answering(own)
  return {
    url: `postgres://postgres@127.0.0.1:${own}/postgres`,
    async leadTo(/** @type {number} */ to) {
      write(to)
      child.kill('SIGHUP')
    },
    async stop() {
      process.off('exit', end)
      end()
      await gone
    },
  }
}

/** @param {number} own @param {number} to */
const settings = (own, to) => `[databases]
postgres = host=127.0.0.1 port=${to} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = session
; After a failed connection it tries again: by itself only after 15 s.
server_login_retry = 1
`

/** @param {number} port */
async function answering(port) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isOpen = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(50)
  }
  throw new Error('PgBouncer does not answer')
}
