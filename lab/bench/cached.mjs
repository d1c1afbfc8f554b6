import { join } from 'node:path'
import { median, sum, withSpread } from './figures.mjs'
import { clientName, loadOn, pinServer, speedOf, timeOf } from './load.mjs'
import { folder, startShop } from './servers.mjs'
import { inTurn } from './versions.mjs'

const rounds = 5
const secondsPerRound = 1
const paths = ['/', '/shop', '/blogs', '/login', '/services/brake-disc', '/api/services']

/** Answers that the shop has in memory. @param {import('./versions.mjs').Version[]} versions */
export async function cached(versions) {
  const shops = []
  for (const { version, folder: build } of versions) {
    const shop = await startShop({ DATA_DIR: join(folder, `cached-${version}`) }, build)
    for (const path of paths) await timeOf(`${shop.url}${path}`)
    pinServer(shop.pid)
    shops.push({ ...shop, version })
  }
  const rows = []
  for (const path of paths) rows.push(...(await measured(path, shops)))
  const memory = shops.map((shop) => `${shop.memoryMb()} MB`).join(' and ')
  for (const shop of shops) await shop.stop()
  return {
    title: 'Cached answers, 32 connections',
    note:
      `${rounds} rounds of ${secondsPerRound} s, asked by ${clientName} on a core of its own. After x: how many times as much ` +
      'the client could have asked, at the least; where that is little, the figure is one of the client. The microseconds ' +
      'are those of the processor that the server used for one answer: what others do on the machine disturbs them least. ' +
      `The ratio is that of requests per second in the same round, as median (lowest to highest). The shop held ${memory} afterwards.`,
    head: ['', 'version', 'requests/s', 'µs each', 'p99 ms', 'ratio'],
    rows,
  }
}

/** @param {string} path @param {(import('./servers.mjs').Server & { version: string })[]} shops */
async function measured(path, shops) {
  for (const { url } of shops) await loadOn(url, 1, [{ path }])
  const before = shops.map((shop) => shop.cpuSeconds())
  const seen = await inTurn(shops, rounds, ({ url }) => loadOn(url, secondsPerRound, [{ path }]))
  return shops.map((shop, n) => {
    const loads = seen[n] ?? []
    const used = (shop.cpuSeconds() - (before[n] ?? 0)) / sum(loads.map(({ answers }) => answers))
    const ratios = loads.map(
      ({ perSecond }, round) => perSecond / (seen[0]?.[round]?.perSecond ?? Number.NaN),
    )
    return [
      path,
      shop.version,
      speedOf(loads),
      String(Math.round(used * 1e6)),
      median(loads.map(({ p99 }) => p99)).toFixed(1),
      n === 0 ? '' : withSpread(ratios),
    ]
  })
}
