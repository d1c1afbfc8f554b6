import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/prepare.mjs'

/** Everything that a run leaves on disk; gone when it ends. */
export const folder = mkdtempSync(join(tmpdir(), 'car-parts-bench-'))
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

/** @typedef {{ url: string, pid: number, stop(): Promise<void>, cpuSeconds(): number, memoryMb(): number }} Server */

/**
 * @param {Record<string, string>} data @param {string} [checkout] the folder of the version
 * @returns {Promise<Server>}
 */
export function startShop(data, checkout = root) {
  // A few buyers stand for many.
  const limits = {
    MOST_UNPAID_ORDERS: '0',
    MOST_UNPAID_PIECES: '0',
    MOST_UNPAID_TOTAL: '0',
    MOST_ORDERS_PER_MINUTE: '0',
  }
  const env = {
    ...process.env,
    DATABASE_URL: '',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DEMO: 'on',
    NODE_ENV: '',
    ...limits,
    ...data,
  }
  // As `npm start` does it.
  const program = ['--max-semi-space-size=8', join(checkout, 'build/server/server.js')]
  const child = spawn(process.execPath, program, { env })
  children.add(child)
  const gone = new Promise((done) => child.once('exit', done)).then(() => children.delete(child))
  const pid = child.pid ?? 0
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return new Promise((done, fail) => {
    let output = ''
    const read = (/** @type {Buffer} */ text) => {
      output += text
      const port = /(?:Shop|Listens) +http:\/\/localhost:(\d+)/.exec(output)?.[1]
      const url = `http://127.0.0.1:${port}`
      if (port) done({ url, pid, stop, cpuSeconds: () => cpuSeconds(pid), memoryMb: () => memoryMb(pid) })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => fail(new Error(`The shop did not start:\n${output}`)))
  })
}

/** Runs a program of this folder to its end. @param {string} name @param {unknown} task @returns {Promise<any>} its report */
export async function report(name, task) {
  const given = [join(import.meta.dirname, name), JSON.stringify(task)]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const said = Buffer.concat(await child.stdout.toArray()).toString()
  children.delete(child)
  return JSON.parse(said)
}

/** What a process holds of the memory; only Linux tells. @param {number} pid */
function memoryMb(pid) {
  if (process.platform !== 'linux') return Number.NaN
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

/** What a process and its workers have used of the processor; only Linux tells. @param {number} pid @returns {number} */
function cpuSeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) / 100
  return workers.reduce((sum, worker) => sum + cpuSeconds(Number(worker)), own)
}
