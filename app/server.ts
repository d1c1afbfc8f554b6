import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '~/platform/config.server.ts'
import { builtAssets } from './assets.server.ts'
import { fillDemoOrders } from './demo-orders.server.ts'
import { openShop } from './shop.server.ts'
import { welcome } from './welcome.server.ts'

const longestGoodbyeMs = 10_000

const files = join(import.meta.dirname, '../client')
const read = (file: string) => readFileSync(join(files, file), 'utf8')
const assets = builtAssets(JSON.parse(read('.vite/manifest.json')), read)

// What the shop writes is for its owner alone.
process.umask(0o077)

try {
  const config = readConfig(process.env)
  const shop = await openShop(config, { assets, files })
  await fillDemoOrders(shop, config)
  const { app } = shop
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as { port: number }
  console.log(welcome(config, { port, lockedAccounts: shop.lockedAccounts }))
  // Read ahead, so that no visitor waits for it; whoever searches earlier waits for the rest of it.
  shop.search
    .warm()
    .catch((error) => shop.log.warn({ err: error }, 'the words of the products were not read'))

  const close = () => {
    // Running requests are finished; whatever hangs longer than this is cut off.
    setTimeout(() => process.exit(1), longestGoodbyeMs).unref()
    void app.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
