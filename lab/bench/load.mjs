import { execFileSync, spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { isProgram } from '../../scripts/postgres.mjs'

const processes = 2
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const cores = availableParallelism()
const taskset =
  cores > 1
    ? (process.env.PATH ?? '')
        .split(delimiter)
        .map((folder) => join(folder, 'taskset'))
        .find(isProgram)
    : undefined

const coresOfClient = Math.min(processes, taskset ? cores - 1 : cores)

/** What asks: named beside the figures, because they are only worth as much as it is quick. */
export const clientName = `raw sockets in ${processes} processes of Node`

/**
 * @typedef {{ method?: string, path: string, headers?: Record<string, string>, body?: unknown }} Request
 * @typedef {{ perSecond: number, p99: number, answers: number, headroom: number }} Load
 * headroom: how many times as much the client could have asked with the processor for itself. At 1 it was the limit.
 */

/** Less than this, and the figure may be one of the client. */
const leastHeadroom = 1.1

/** "1840 (x2.4)": the figure and the headroom of the client, or that the client was the limit. @param {Load[]} loads */
export function speedOf(loads) {
  const speeds = loads.map(({ perSecond }) => perSecond).sort((a, b) => a - b)
  const headroom = Math.min(...loads.map((load) => load.headroom))
  const figure = `${Math.round(speeds[Math.floor(speeds.length / 2)] ?? 0)} (x${headroom.toFixed(1)})`
  return headroom < leastHeadroom ? `${figure}: the client was the limit` : figure
}

/** The server has the first core for itself, the client the others. @param {number} pid */
export function pinServer(pid) {
  if (taskset) execFileSync(taskset, ['-a', '-c', '-p', '0', String(pid)], { stdio: 'ignore' })
}

/**
 * From processes of their own, which decode nothing, so that asking does not take time from answering.
 * @param {string} url @param {number} seconds @param {Request[]} requests @param {number} [connections]
 * @returns {Promise<Load>}
 */
export async function loadOn(url, seconds, requests, connections = 32) {
  const program = join(import.meta.dirname, 'client.mjs')
  const reports = await Promise.all(
    Array.from({ length: processes }, async (_, n) => {
      // Each begins with other requests, so that not all buyers want the same part at once.
      const first = Math.floor((requests.length * n) / processes)
      const task = {
        url,
        seconds,
        connections: connections / processes,
        requests: [...requests.slice(first), ...requests.slice(0, first)],
      }
      return JSON.parse(await onOtherCores(process.execPath, [program, JSON.stringify(task)]))
    }),
  )
  const answers = reports.reduce((sum, report) => sum + report.answers, 0)
  return {
    perSecond: answers / seconds,
    p99: Math.max(...reports.map((report) => report.p99)),
    answers,
    headroom: (seconds * coresOfClient) / reports.reduce((sum, report) => sum + report.cpuSeconds, 0),
  }
}

/** @param {string} program @param {string[]} given @returns {Promise<string>} what it wrote */
async function onOtherCores(program, given) {
  const [command, ...others] = taskset
    ? [taskset, '-c', cores > 2 ? `1-${cores - 1}` : '1', program, ...given]
    : [program, ...given]
  const child = spawn(String(command), others, { stdio: ['ignore', 'pipe', 'inherit'] })
  return Buffer.concat(await child.stdout.toArray()).toString()
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
