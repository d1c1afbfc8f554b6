import { setTimeout as sleep } from 'node:timers/promises'
import { startBuyers } from './buyers.mjs'
import { freshPostgres } from './fresh-postgres.mjs'
import { aFolder, startShop } from './shop.mjs'

const buyers = 20
const longestRoundMs = 900

export const onSqlite = {
  name: 'kill-server-sqlite',
  what: 'kill -9 of the server during orders, SQLite',
  run: (/** @type {number} */ share) => rounds(Math.ceil(40 * share), { DATA_DIR: aFolder() }),
}

export const onPostgres = {
  name: 'kill-server-postgres',
  what: 'kill -9 of the server during orders, PostgreSQL',
  async run(/** @type {number} */ share) {
    const postgres = await freshPostgres()
    try {
      return await rounds(Math.ceil(40 * share), { DATA_DIR: aFolder(), DATABASE_URL: postgres.url })
    } finally {
      await postgres.stop()
    }
  },
}

/** @param {number} kills @param {Record<string, string>} settings */
async function rounds(kills, settings) {
  let shop = await startShop(settings)
  const load = await startBuyers(shop.url, buyers)
  let slowestStartMs = 0
  for (let kill = 0; kill < kills; kill += 1) {
    // Not before this server has confirmed an order, so that every kill interrupts orders.
    const before = load.confirmed.size
    while (load.confirmed.size === before) await sleep(5)
    await sleep(Math.random() * longestRoundMs)
    await shop.kill()
    const startedAt = performance.now()
    shop = await startShop(settings)
    slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt)
    load.switchTo(shop.url)
  }
  await load.stop()
  const { lost, invented, misplaced } = await load.losses()
  await shop.stop()
  return {
    figure:
      `${kills} kills, ${load.confirmed.size} orders confirmed, ${lost} lost, ${invented} invented, ` +
      `${misplaced} pieces missing, open again after ${(slowestStartMs / 1000).toFixed(1)} s at most`,
    passed: lost === 0 && invented === 0 && misplaced === 0 && load.confirmed.size > kills,
  }
}
