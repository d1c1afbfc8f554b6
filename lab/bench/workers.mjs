import { availableParallelism } from 'node:os'
import { sum, withSpread } from './figures.mjs'
import { clientName, loadOn, speedOf } from './load.mjs'
import { startShop } from './servers.mjs'
import { inTurn } from './versions.mjs'

const rounds = 5
const secondsPerRound = 1
const paths = ['/shop', '/api/services']
const counts = [1, 2]

/** Cached answers of one server and of two workers. @param {(name: string) => Promise<Record<string, string>>} aDatabase */
export async function workers(aDatabase) {
  const shops = []
  for (const count of counts)
    shops.push({
      count,
      ...(await startShop({ ...(await aDatabase(`workers${count}`)), WORKERS: `${count}` })),
    })
  const rows = []
  for (const path of paths) rows.push(...(await measured(path, shops)))
  for (const shop of shops) await shop.stop()
  const cores = availableParallelism()
  return {
    title: 'Workers: cached answers on PostgreSQL, 32 connections',
    note:
      `${rounds} rounds of ${secondsPerRound} s, asked by ${clientName}. "measured" is the ratio of requests per second in the same ` +
      `round, as median (lowest to highest), on ${cores} cores which servers and client share` +
      `${cores < counts.length + 2 ? ': so it says what the client leaves, and not what the workers could' : ''}. The microseconds are ` +
      'those of the processor that all processes of the shop used for one answer. "reckoned" follows from them: how many times ' +
      'as much they answer when each has a core for itself.',
    head: ['', 'workers', 'requests/s', 'µs each', 'measured', 'reckoned'],
    rows,
  }
}

/** @param {string} path @param {(import('./servers.mjs').Server & { count: number })[]} shops */
async function measured(path, shops) {
  // So often that each worker has the answer in its memory.
  for (const { url } of shops) await loadOn(url, 1, [{ path }])
  const before = shops.map((shop) => shop.cpuSeconds())
  const seen = await inTurn(shops, rounds, ({ url }) => loadOn(url, secondsPerRound, [{ path }]))
  const used = shops.map(
    (shop, n) => (shop.cpuSeconds() - (before[n] ?? 0)) / sum((seen[n] ?? []).map(({ answers }) => answers)),
  )
  return shops.map(({ count }, n) => {
    const loads = seen[n] ?? []
    const ratios = loads.map(
      ({ perSecond }, round) => perSecond / (seen[0]?.[round]?.perSecond ?? Number.NaN),
    )
    const reckoned = (count * (used[0] ?? Number.NaN)) / (used[n] ?? Number.NaN)
    return [
      path,
      String(count),
      speedOf(loads),
      String(Math.round((used[n] ?? Number.NaN) * 1e6)),
      n === 0 ? '' : withSpread(ratios),
      n === 0 ? '' : reckoned.toFixed(2),
    ]
  })
}
