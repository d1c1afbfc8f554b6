import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { giveUp, installedFromDebian } from './prepare.mjs'

const nobody = 65_534
const asRoot = process.getuid?.() === 0

export const howToGetPostgres =
  'Install it (Debian: apt-get install postgresql, macOS: brew install postgresql), or give a server with ' +
  'TEST_DATABASE_URL=postgres://…'

/**
 * A PostgreSQL of our own for the length of a test run: the installed program on a new folder and a free port.
 * A durable one waits for the disk at each commit, as one in earnest does. A standby begins as a copy of the server at that
 * address, and follows it.
 * @param {{ durable?: boolean, port?: number, standbyOf?: string }} [options]
 * @typedef {{
 *   url: string,
 *   port: number,
 *   stop(): Promise<void>,
 *   shutDown(signal: NodeJS.Signals): Promise<void>,
 *   signalAll(signal: NodeJS.Signals): void,
 *   again(): Promise<void>,
 * }} Postgres
 * @returns {Promise<Postgres | undefined>} undefined where there is none to be had
 */
export async function startPostgres({ durable = false, port: givenPort, standbyOf } = {}) {
  const bin = findBinaries() ?? (installedFromDebian('postgresql') ? findBinaries() : undefined)
  if (!bin) return undefined
  // Not in the project: the user that runs PostgreSQL may not be allowed to enter the project's folder.
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-postgres-'))
  const user = asRoot ? unprivileged() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  else chmodSync(folder, 0o700)
  const options = { cwd: folder, ...user, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  const data = join(folder, 'data')
  try {
    const [program, given] = standbyOf
      ? ['pg_basebackup', ['-D', data, '-d', standbyOf, '-R', '-c', 'fast', '--no-sync']]
      : ['initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']]
    execFileSync(join(bin, program), given, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    // A container may run programs as a user without a name, for whom PostgreSQL does not start.
    giveUp('PostgreSQL could not be set up: see above. TEST_DATABASE_URL=postgres://… names another one.')
  }
  const port = givenPort ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    fsync: durable ? 'on' : 'off',
    log_min_messages: 'panic',
  }
  const launch = () => {
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      { ...options, stdio: 'ignore' },
    )
    const running = { child, ended: false, gone: new Promise((done) => child.once('exit', done)) }
    void running.gone.then(() => {
      running.ended = true
    })
    return running
  }
  let server = launch()
  const isReady = () => answers(join(bin, 'pg_isready'), port, server)
  const end = () => {
    // "Fast": open connections are cut, the server itself ends in order.
    if (!server.ended) server.child.kill('SIGINT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', end)
  const shutDown = async (/** @type {NodeJS.Signals} */ signal) => {
    server.child.kill(signal)
    await server.gone
  }
  const stop = async () => {
    await shutDown('SIGINT')
    process.off('exit', end)
    end()
  }
  if (await isReady())
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port,
      stop,
      shutDown,
      signalAll: (signal) => signalFamily(server.child.pid ?? 0, signal),
      async again() {
        await server.gone
        // After a crash the last of its children may still be leaving, and a new server waits for that by giving up.
        for (let attempt = 0; attempt < 100; attempt += 1) {
          server = launch()
          if (await isReady()) return
        }
        throw new Error('PostgreSQL does not start again')
      },
    }
  await stop()
  throw new Error('PostgreSQL was started and does not answer')
}

/** To a server and its children at once. @param {number} parent @param {NodeJS.Signals} signal */
function signalFamily(parent, signal) {
  const family = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, ppid]) => pid === parent || ppid === parent)
  for (const [pid = 0] of family) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** @returns {string | undefined} the folder of `initdb` and `postgres` */
function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const brew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((opt) =>
    existsSync(opt)
      ? readdirSync(opt)
          .filter((name) => name.startsWith('postgresql'))
          .map((name) => join(opt, name, 'bin'))
      : [],
  )
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...brew,
    ...byPgConfig(),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))))
}

function byPgConfig() {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()]
  } catch {
    return []
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivileged() {
  try {
    const id = (/** @type {string} */ flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { uid: nobody, gid: nobody }
  }
}

/** @param {string} ready @param {number} port @param {{ ended: boolean }} server */
async function answers(ready, port, server) {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && !server.ended) {
    try {
      execFileSync(ready, ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return true
    } catch {
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  return false
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
