import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openProblem } from '~/platform/db/open-problem.server.ts'
import type { ThisWorker } from '~/platform/workers/this-worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { builtAssets } from './assets.server.ts'
import { fillDemoOrders } from './demo-orders.server.ts'
import { listenProblem } from './listen-problem.server.ts'
import { openShop } from './shop.server.ts'
import { welcome } from './welcome.server.ts'

const longestGoodbyeMs = 10_000

const files = join(import.meta.dirname, '../client')
const read = (file: string) => readFileSync(join(files, file), 'utf8')

/** Opens the shop and listens: the only server of the machine, or one of its workers. */
export async function serve(config: Config, worker?: ThisWorker) {
  let isClosing = false
  const say = (line: string) => worker ?? console.log(line)
  try {
    const assets = builtAssets(JSON.parse(read('.vite/manifest.json')), read)
    const shop = await openShop(config, { assets, files, worker }).catch((error) => {
      throw openProblem(error, config)
    })
    const { app, log } = shop
    const close = () => {
      isClosing = true
      // Running requests are finished; whatever hangs longer than this is cut off.
      setTimeout(() => {
        console.error('Car Parts is closed; requests that hung were cut off.')
        process.exit(1)
      }, longestGoodbyeMs).unref()
      void app.close().then(() => {
        say('Car Parts is closed. Goodbye.')
        process.exit(0)
      })
    }
    process.once('SIGTERM', close)
    if (!worker) process.once('SIGINT', close)
    worker?.onRetire(() => void app.drain().then(close))

    // The welcome is the last that a person sees: what the start itself does is no news, unless something is wrong.
    if (config.logLevel === 'info') log.level = 'warn'
    await fillDemoOrders(shop, config)
    await app.listen({ port: config.port, host: config.host }).catch((error) => {
      throw listenProblem(error, config)
    })
    const { port } = app.server.address() as { port: number }
    const words = welcome(config, { port, lockedAccounts: shop.lockedAccounts, hasSeller: shop.hasSeller })
    say(words)
    log.level = config.logLevel
    // Read ahead, so that no visitor waits for it; an earlier search waits for the rest.
    const warm = shop.search.warm().catch((error) => {
      if (!isClosing) log.warn({ err: error }, 'the words of the products were not read')
    })
    void warm.then(() => worker?.opened(words))
  } catch (error) {
    // Stopped in the middle of its start: what that broke off is no mistake, and the goodbye follows.
    if (!isClosing) throw error
  }
}
