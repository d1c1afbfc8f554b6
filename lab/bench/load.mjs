import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { isProgram } from '../../scripts/postgres.mjs'

const connections = 32
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const found = (/** @type {string} */ name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)
const wrk = found('wrk')
const taskset = availableParallelism() > 1 ? found('taskset') : undefined

/** What asks: named beside the figures, because they are only worth as much as it is quick. */
export const clientName = wrk ? 'wrk' : 'raw sockets in 2 processes of Node'

/**
 * @typedef {{ perSecond: number, p99: number, answers: number, headroom: number }} Load
 * headroom: how many times as much the client could have asked with the processor for itself. At 1 it was the limit.
 */

/** Less than this, and the figure may be one of the client: no ratio is made of it. */
const leastHeadroom = 1.25
export const isLimitedByClient = (/** @type {Load[]} */ loads) =>
  loads.some(({ headroom }) => headroom < leastHeadroom)

/** The server has the first core for itself, the client the others. @param {number} pid */
export function pinServer(pid) {
  if (taskset) execFileSync(taskset, ['-a', '-c', '-p', '0', String(pid)], { stdio: 'ignore' })
}

/**
 * From processes of their own, which decode nothing, so that asking does not take time from answering.
 * @param {string} url @param {number} seconds @param {Record<string, string>} [headers]
 * @returns {Promise<Load>}
 */
export async function loadOn(url, seconds, headers = {}) {
  const asked = { 'accept-encoding': 'br', ...headers }
  return wrk ? withWrk(wrk, url, seconds, asked) : withRawSockets(url, seconds, asked)
}

/** @param {string} program @param {string} url @param {number} seconds @param {Record<string, string>} headers */
async function withWrk(program, url, seconds, headers) {
  const given = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency']
  for (const [name, value] of Object.entries(headers)) given.push('-H', `${name}: ${value}`)
  const { output, cpuSeconds } = await measured(program, [...given, url])
  const [, answers = '0', took = '0'] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? []
  if (/Non-2xx|Socket errors/.test(output) || answers === '0')
    throw new Error(`${url}: not every answer was a good one\n${output}`)
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? []
  return {
    perSecond: Number(answers) / Number(took),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[/** @type {'us' | 'ms' | 's'} */ (unit)],
    answers: Number(answers),
    headroom: Number(took) / cpuSeconds,
  }
}

/** @param {string} url @param {number} seconds @param {Record<string, string>} headers */
async function withRawSockets(url, seconds, headers) {
  const program = join(import.meta.dirname, 'raw-client.mjs')
  const task = JSON.stringify({ url, seconds, headers, connections: connections / 2 })
  const both = await Promise.all([1, 2].map(() => measured(process.execPath, [program, task])))
  const reports = both.map(({ output }) => JSON.parse(output))
  const answers = reports.reduce((sum, report) => sum + report.answers, 0)
  return {
    perSecond: answers / seconds,
    p99: Math.max(...reports.map((report) => report.p99)),
    answers,
    headroom: Math.min(...reports.map((report) => seconds / report.cpuSeconds)),
  }
}

/** Runs a program to its end. @param {string} program @param {string[]} given */
async function measured(program, given) {
  const cores = availableParallelism()
  const [command, ...others] = taskset
    ? [taskset, '-c', cores > 2 ? `1-${cores - 1}` : '1', program, ...given]
    : [program, ...given]
  const child = spawn(String(command), others, { stdio: ['ignore', 'pipe', 'inherit'] })
  let cpuSeconds = Number.NaN
  // Only a living process says what it has used; the last look is close enough.
  const looking = setInterval(() => {
    cpuSeconds = cpuOf(child.pid ?? 0) ?? cpuSeconds
  }, 20)
  const output = Buffer.concat(await child.stdout.toArray()).toString()
  clearInterval(looking)
  return { output, cpuSeconds }
}

/** Of all its threads, in seconds; only Linux tells. @param {number} pid */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

/** @param {string} url @returns {Promise<number>} milliseconds until the last byte */
export function timeOf(url) {
  const startedAt = performance.now()
  return new Promise((done, fail) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`${url}: ${answer.statusCode}`))
      answer.resume().once('end', () => done(performance.now() - startedAt))
    }).on('error', fail)
  })
}
