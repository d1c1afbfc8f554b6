import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/prepare.mjs'

/** A guard against a start that hangs. How long a start takes is for the faults to measure: others may need the machine. */
const longestStartMs = 10 * 60_000

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
/** @type {Set<string>} */
const folders = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

/** Gone when the run ends. */
export function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-faults-'))
  folders.add(folder)
  return folder
}

/**
 * @typedef {{ inside?: string, flags?: string[], shell?: string }} How what is loaded into the server before it starts
 * @typedef {{
 *   url: string, pid: number, child: import('node:child_process').ChildProcess,
 *   isAlive(): boolean, kill(): Promise<void>, stop(): Promise<unknown>,
 * }} Shop
 */

/**
 * Starts the built server as a child process.
 * @param {Record<string, string>} settings @param {How} [how] @returns {Promise<Shop>}
 */
export async function startShop(settings, { inside, flags = [], shell } = {}) {
  // A few buyers stand for many.
  const many = {
    MOST_UNPAID_ORDERS: '0',
    MOST_UNPAID_PIECES: '0',
    MOST_UNPAID_TOTAL: '0',
    MOST_ORDERS_PER_MINUTE: '0',
    STAND_INS: 'on',
  }
  const usual = { DATABASE_URL: '', NODE_ENV: '', LOG_LEVEL: 'fatal', PORT: '0', ...many }
  const env = { ...process.env, ...usual, ...settings }
  const loaded = inside ? ['--import', pathToFileURL(join(import.meta.dirname, 'inside', inside)).href] : []
  const given = [...flags, ...loaded, join(root, 'build/server/server.js')]
  const [program, words] = shell
    ? ['sh', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...given]]
    : [process.execPath, given]
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  children.add(child)
  let ended = false
  const gone = new Promise((done) => child.once('exit', done)).then((code) => {
    ended = true
    children.delete(child)
    return code
  })
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    child,
    isAlive: () => !ended,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGTERM')
      return gone
    },
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function addressOf(child) {
  return new Promise((done, fail) => {
    let output = ''
    const failed = (/** @type {string} */ how) => fail(new Error(`The shop ${how}:\n${output}`))
    const late = setTimeout(() => failed(`did not open in ${longestStartMs / 1000} s`), longestStartMs)
    const read = (/** @type {Buffer} */ text) => {
      if (output.length < 10_000) output += text
      const port = /(?:Shop|Listens) +http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (!port) return
      clearTimeout(late)
      done(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      failed(`ended before it opened, with ${signal ?? code}`)
    })
  })
}
