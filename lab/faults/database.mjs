import { setTimeout as sleep } from 'node:timers/promises'
import { startBuyers } from './buyers.mjs'
import { freshPostgres } from './fresh-postgres.mjs'
import { send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const buyers = 20
const longestRecoveryMs = 60_000
const pausedMs = 12_000

/** @typedef {import('../../scripts/postgres.mjs').Postgres} Postgres */

export const killed = {
  name: 'kill-postgres',
  what: 'kill -9 of PostgreSQL and all its processes during orders',
  run: (/** @type {number} */ share) =>
    under(Math.ceil(20 * share), 'kills', async (postgres) => {
      postgres.signalAll('SIGKILL')
      await postgres.again()
    }),
}

export const restarted = {
  name: 'restart-postgres',
  what: 'restart of PostgreSQL during orders, in order and at once',
  run: (/** @type {number} */ share) =>
    under(Math.ceil(6 * share), 'restarts', async (postgres, round) => {
      await postgres.shutDown(round % 2 ? 'SIGQUIT' : 'SIGINT')
      await sleep(1000)
      await postgres.again()
    }),
}

export const paused = {
  name: 'pause-postgres',
  what: `PostgreSQL silent for ${pausedMs / 1000} s (SIGSTOP) during orders`,
  run: (/** @type {number} */ share) =>
    under(Math.ceil(3 * share), 'pauses', async (postgres) => {
      postgres.signalAll('SIGSTOP')
      await sleep(pausedMs)
      postgres.signalAll('SIGCONT')
    }),
}

/**
 * The same server all the time: it must say 503 with Retry-After meanwhile and sell again by itself afterwards.
 * @param {number} rounds @param {string} word @param {(postgres: Postgres, round: number) => Promise<void>} harm
 */
async function under(rounds, word, harm) {
  const postgres = await freshPostgres()
  try {
    const shop = await startShop({ DATA_DIR: aFolder(), DATABASE_URL: postgres.url })
    const load = await startBuyers(shop.url, buyers)
    let slowestRecoveryMs = 0
    for (let round = 0; round < rounds; round += 1) {
      await soldMore(load)
      await harm(postgres, round)
      const backAt = performance.now()
      await soldMore(load)
      slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - backAt)
    }
    await load.stop()
    const { lost, invented, misplaced } = await load.losses()
    const lives = shop.isAlive() && (await send(shop.url, '/readyz')).status === 200
    await shop.stop()
    const { 200: confirmed = 0, 503: busy = 0, 0: cut = 0, ...rest } = load.answers
    const others = Object.values(rest).reduce((sum, count) => sum + count, 0)
    return {
      figure:
        `${rounds} ${word}, ${confirmed} orders confirmed, ${lost} lost, ${invented} invented, ${misplaced} pieces ` +
        `missing; ${busy} answers 503 (${load.withoutRetryAfter()} without Retry-After), ${others} of another kind, ` +
        `${cut} cut; the slowest took ${(load.slowestMs() / 1000).toFixed(1)} s; sells again after ` +
        `${(slowestRecoveryMs / 1000).toFixed(1)} s at most, without a restart`,
      passed:
        lives &&
        lost + invented + misplaced + others + cut + load.withoutRetryAfter() === 0 &&
        busy > 0 &&
        confirmed > rounds,
    }
  } finally {
    postgres.signalAll('SIGCONT')
    await postgres.stop()
  }
}

/** @param {{ confirmed: Set<string> }} load */
export async function soldMore(load) {
  const before = load.confirmed.size
  const deadline = Date.now() + longestRecoveryMs
  while (load.confirmed.size < before + buyers) {
    if (Date.now() > deadline) throw new Error('The shop did not sell again within a minute.')
    await sleep(20)
  }
}
