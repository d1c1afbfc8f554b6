import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { root } from '../../scripts/prepare.mjs'

const connections = 32
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * From a process of its own, so that asking does not take time from answering.
 * @param {string} url @param {number} seconds @param {Record<string, string>} [headers]
 * @returns {Promise<{ perSecond: number, p99: number, answers: number }>}
 */
export async function loadOn(url, seconds, headers = {}) {
  const program = join(root, 'node_modules/autocannon/autocannon.js')
  const given = [
    program,
    '-c',
    String(connections),
    '-d',
    String(seconds),
    '-H',
    'accept-encoding=br',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
    '--json',
    url,
  ]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'ignore'] })
  const report = JSON.parse(Buffer.concat(await child.stdout.toArray()).toString())
  if (report.non2xx > 0 || report.errors > 0) throw new Error(`${url}: not every answer was a good one`)
  return { perSecond: report['2xx'] / report.duration, p99: report.latency.p99, answers: report['2xx'] }
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
