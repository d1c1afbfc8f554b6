import { startBuyers } from './buyers.mjs'
import { soldMore } from './database.mjs'
import { startPgBouncer } from './pgbouncer.mjs'
import { startPair } from './primary-and-standby.mjs'
import { send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const buyers = 20

/** @typedef {Awaited<ReturnType<typeof startPair>>} Pair */

export const failOver = {
  name: 'fail-over',
  what: 'kill -9 of the primary during orders, its synchronous standby takes over',
  run: (/** @type {number} */ share) =>
    rounds(share, async (pair) => ({ url: pair.url, lead: async () => {}, stop: async () => {} })),
}

export const failOverBehindPooler = {
  name: 'fail-over-pgbouncer',
  what: 'the same behind PgBouncer in session mode, which is told where the primary is',
  run: (/** @type {number} */ share) =>
    rounds(share, async (pair) => {
      const pooler = await startPgBouncer(pair.primary().port)
      return { ...pooler, lead: () => pooler.leadTo(pair.primary().port) }
    }),
}

/**
 * One shop all the time, which is never started again.
 * @param {number} share
 * @param {(pair: Pair) => Promise<{ url: string, lead(): Promise<void>, stop(): Promise<void> }>} openWay
 */
async function rounds(share, openWay) {
  const times = Math.ceil(10 * share)
  const pair = await startPair()
  const way = await openWay(pair)
  try {
    const shop = await startShop({ DATA_DIR: aFolder(), DATABASE_URL: way.url })
    const load = await startBuyers(shop.url, buyers)
    let longestMs = 0
    for (let round = 0; round < times; round += 1) {
      await soldMore(load)
      const diesAt = performance.now()
      await pair.failOver()
      await way.lead()
      await soldMore(load)
      longestMs = Math.max(longestMs, load.longestPauseMs(diesAt))
      await pair.rebuild()
    }
    await load.stop()
    const { lost, invented, misplaced } = await load.losses()
    const lives = shop.isAlive() && (await send(shop.url, '/readyz')).status === 200
    await shop.stop()
    const { 200: confirmed = 0, 503: busy = 0, ...rest } = load.answers
    const others = Object.values(rest).reduce((sum, count) => sum + count, 0)
    return {
      figure:
        `${times} fail-overs, ${confirmed} orders confirmed, ${lost} lost, ${invented} doubled, ${misplaced} pieces ` +
        `missing; ${busy} answers 503, ${others} of another kind; without orders for ` +
        `${(longestMs / 1000).toFixed(1)} s at most, without a restart of the shop`,
      passed: lives && lost + invented + misplaced + others === 0 && confirmed > times,
    }
  } finally {
    await way.stop()
    await pair.stop()
  }
}
