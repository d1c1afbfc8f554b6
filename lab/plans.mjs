import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { startPostgres } from '../scripts/postgres.mjs'
import { requireNode, root, say } from '../scripts/prepare.mjs'
import { generateProducts } from './generate-products.mjs'
import { fillOrders } from './plans/fill-orders.mjs'
import { planOf } from './plans/plan.mjs'
import { nowAsks, recording } from './plans/record.mjs'
import { visits } from './plans/visits.mjs'

/**
 * Every query that the routes of the shop send, with its plan, at 100,000 products and 1,000,000 orders:
 * `node lab/plans.mjs`, or fewer: `node lab/plans.mjs sqlite 10000 50000`. It ends with 1 when a query reads many
 * rows that it does not return and is not among those that do so knowingly.
 */
requireNode()
const [only, products = 100_000, orders = 1_000_000] = [process.argv[2], ...process.argv.slice(3).map(Number)]
const folder = mkdtempSync(join(tmpdir(), 'car-parts-plans-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const vite = await createServer({ root, server: { middlewareMode: true, hmr: false, ws: false } })
const { runner } = /** @type {import('vite').RunnableDevEnvironment} */ (vite.environments.ssr)
let flagged = 0
if (only !== 'postgres') await show('SQLite', { DATA_DIR: join(folder, 'sqlite') })
if (only !== 'sqlite') {
  const postgres = await startPostgres()
  if (!postgres) console.log('No PostgreSQL here: its plans are not shown.')
  else {
    await show('PostgreSQL', { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: postgres.url })
    await postgres.stop()
  }
}
await vite.close()
console.log(`${flagged} queries read many rows that they do not return`)
process.exit(flagged > 0 ? 1 : 0)

/** @param {string} engine @param {Record<string, string>} data */
async function show(engine, data) {
  say(`${engine} with ${products} products and ${orders} orders`)
  await (await open(data)).app.close()
  await generateProducts(products, data)
  await fillOrders(orders, products, data)
  const shop = await open(data)
  const queries = await recording(async () => {
    await visits(shop.app)
    nowAsks('what the shop does by itself')
    await sweeps(shop, data)
  })
  say(`${queries.length} queries on ${engine}`)
  for (const { sql, parameters, route } of queries) {
    const { lines, flag, known } = await planOf(shop.database, { sql, parameters })
    if (flag) flagged += 1
    console.log(`\n${flag ? 'READS MANY ' : ''}${route}\n  ${sql}`)
    if (flag || known) console.log(`  ! ${flag ?? known}`)
    for (const line of lines) console.log(`    ${line}`)
  }
  await shop.app.close()
}

/** What ends by itself: unpaid orders, payments nobody reported, pictures and records nobody needs. */
async function sweeps(/** @type {any} */ shop, /** @type {Record<string, string>} */ data) {
  const { expireUnpaid } = await runner.import('/shop/orders/my-orders/cancel-order.server.ts')
  const { forgetUnusedImages } = await runner.import('/shop/images/forget-unused.server.ts')
  const { forgetOld } = await runner.import('/app/wiring/workers.server.ts')
  await expireUnpaid(shop)
  await shop.payments.sweep()
  await forgetUnusedImages(shop.database)
  await forgetOld({ db: shop.database.db, dataDir: data.DATA_DIR })
}

/** @param {Record<string, string>} data */
async function open(data) {
  const { openShop } = await runner.import('/app/wiring/shop.server.ts')
  const { sourceAssets } = await runner.import('/app/wiring/assets.server.ts')
  const { readConfig } = await runner.import('/shop/config.server.ts')
  // Orders that were not paid in time would be ended while we look.
  const config = readConfig({ LOG_LEVEL: 'error', PORT: '0', UNPAID_ORDER_HOURS: '0', ...data })
  return openShop(config, { assets: sourceAssets })
}
