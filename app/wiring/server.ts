import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openProblem } from '~/platform/db/open-problem.server.ts'
import { readConfig } from '~/shop/config.server.ts'
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
let isClosing = false

try {
  const config = readConfig(process.env)
  await requireFreePort(config)
  const shop = await openShop(config, { assets, files }).catch((error) => {
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
      console.log('Car Parts is closed. Goodbye.')
      process.exit(0)
    })
  }
  process.once('SIGTERM', close)
  process.once('SIGINT', close)

  // The welcome is the last that a person sees: what the start itself does is no news, unless something is wrong.
  if (config.logLevel === 'info') log.level = 'warn'
  await fillDemoOrders(shop, config)
  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw listenProblem(error, config)
  })
  const { port } = app.server.address() as { port: number }
  console.log(welcome(config, { port, lockedAccounts: shop.lockedAccounts, hasSeller: shop.hasSeller }))
  log.level = config.logLevel
  // Read ahead, so that no visitor waits for it; an earlier search waits for the rest.
  shop.search.warm().catch((error) => {
    if (!isClosing) log.warn({ err: error }, 'the words of the products were not read')
  })
} catch (error) {
  // Stopped in the middle of its start: what that broke off is no mistake, and the goodbye follows.
  if (!isClosing) fail(error)
}

function fail(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

type Place = { port: number; host: string }

/** Asked before anything is opened or written: a shop that cannot listen leaves no trace. */
async function requireFreePort(place: Place) {
  if (place.port === 0) return
  const probe = createServer()
  try {
    probe.listen({ port: place.port, host: place.host, exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    throw listenProblem(error, place)
  }
  probe.close()
  await once(probe, 'close')
}

/** Why nothing can listen there, and what to do about it. */
function listenProblem(error: unknown, { port, host }: Place) {
  const words = {
    EADDRINUSE: `Port ${port} is taken: another program listens there. Take another port, like: PORT=${port < 65_535 ? port + 1 : 3000} npm start`,
    EACCES: `PORT: this user may not listen on port ${port}. Take one above 1023, like: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST: this machine has no address ${host}. 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses.`,
    ENOTFOUND: `HOST: ${host} is no address of this machine. 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses.`,
  }[(error as { code?: string }).code ?? '']
  return words ? new Error(words) : error
}
