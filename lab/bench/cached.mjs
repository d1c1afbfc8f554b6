import { join } from 'node:path'
import { median, withSpread } from './figures.mjs'
import { clientName, isLimitedByClient, loadOn, pinServer, timeOf } from './load.mjs'
import { startNginx } from './nginx.mjs'
import { folder, started, startShop } from './servers.mjs'

const rounds = 5
const secondsPerRound = 1
const paths = ['/', '/shop', '/blogs', '/login', '/services/brake-disc', '/api/services']

/** Cached answers of the shop beside servers that do nothing but send the same bytes. */
export async function cachedAgainstBare() {
  const shop = await startShop({ DATA_DIR: join(folder, 'cached') })
  for (const path of paths) await timeOf(`${shop.url}${path}`)
  const program = [
    '--max-semi-space-size=8',
    join(import.meta.dirname, 'bare-server.mjs'),
    shop.url,
    ...paths,
  ]
  const bare = await started(program, {}, /Listening on (\d+)/)
  const nginx = await startNginx(shop.url, paths)
  for (const server of [shop, bare, nginx]) if (server) pinServer(server.pid)
  const rows = []
  for (const path of paths) rows.push(await compared(path, { shop, bare, ...(nginx && { nginx }) }))
  const memory = shop.memoryMb()
  for (const server of [shop, bare, nginx]) await server?.stop()
  return {
    title: 'Cached answers against bare node:http and nginx, 32 connections',
    note:
      `${rounds} rounds of ${secondsPerRound} s each, in turn, asked by ${clientName} on a core of its own; ratio of requests ` +
      'per second in the same round, as median (lowest to highest). After x: how many times as much the client could have ' +
      'asked, at the least; where that is little, the figure is one of the client, and no ratio is made of it. By processor time: what bare node used for a request, divided by what the shop used; ' +
      `what others do on the machine disturbs it least; and the microseconds of it that the shop used for one. The shop held ${memory} MB afterwards.`,
    head: [
      '',
      'shop/s',
      'node/s',
      'to node',
      'by processor time',
      'µs each',
      'p99 ms, shop and node',
      'nginx/s',
      'to nginx',
    ],
    rows,
  }
}

/** @param {string} path @param {Record<string, import('./servers.mjs').Server>} servers */
async function compared(path, servers) {
  const names = Object.keys(servers)
  /** @type {Record<string, import('./load.mjs').Load[]>} */
  const seen = Object.fromEntries(names.map((name) => [name, []]))
  /** @type {Record<string, number>} */
  const cpuOfOne = {}
  for (const name of names) await loadOn(`${servers[name]?.url}${path}`, 1)
  const answers = Object.fromEntries(names.map((name) => [name, 0]))
  const before = Object.fromEntries(names.map((name) => [name, servers[name]?.cpuSeconds() ?? 0]))
  for (let round = 0; round < rounds; round += 1)
    // Who goes first changes, so that none always meets the warmer machine.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const one = await loadOn(`${servers[name]?.url}${path}`, secondsPerRound)
      seen[name]?.push(one)
      answers[name] = (answers[name] ?? 0) + one.answers
    }
  for (const name of names)
    cpuOfOne[name] = ((servers[name]?.cpuSeconds() ?? 0) - (before[name] ?? 0)) / (answers[name] ?? 1)
  const speeds = (/** @type {string} */ name) => (seen[name] ?? []).map(({ perSecond }) => perSecond)
  const ratios = (/** @type {string} */ other) =>
    speeds('shop').map((ours, round) => ours / (speeds(other)[round] ?? Number.NaN))
  const p99 = (/** @type {string} */ name) => median((seen[name] ?? []).map((one) => one.p99))
  const loads = (/** @type {string} */ name) => seen[name] ?? []
  const speed = (/** @type {string} */ name) =>
    `${Math.round(median(speeds(name)))} (x${Math.min(...loads(name).map(({ headroom }) => headroom)).toFixed(1)})`
  const ratio = (/** @type {string} */ other) =>
    isLimitedByClient([...loads('shop'), ...loads(other)])
      ? 'the client was the limit'
      : withSpread(ratios(other))
  return [
    path,
    speed('shop'),
    speed('bare'),
    ratio('bare'),
    ((cpuOfOne.bare ?? 0) / (cpuOfOne.shop ?? 1)).toFixed(2),
    `${Math.round((cpuOfOne.shop ?? 0) * 1e6)}`,
    `${p99('shop').toFixed(1)} and ${p99('bare').toFixed(1)}`,
    servers.nginx ? speed('nginx') : 'not installed',
    servers.nginx ? ratio('nginx') : '',
  ]
}
