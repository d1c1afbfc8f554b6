import { once } from 'node:events'
import { createServer } from 'node:net'
import { createLog } from '~/platform/log.server.ts'
import { createPrimary } from '~/platform/workers/primary.server.ts'
import { joinWorkers } from '~/platform/workers/this-worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { listenProblem } from './listen-problem.server.ts'

// What the shop writes is for its owner alone.
process.umask(0o077)

const worker = joinWorkers()
try {
  const config = readConfig(process.env)
  if (!worker) await requireFreePort(config)
  if (!worker && config.workers > 1) await runWorkers(config)
  else await (await import('./serve.server.ts')).serve(config, worker)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Asked before anything is opened or written: a shop that cannot listen leaves no trace. */
async function requireFreePort(config: Config) {
  if (config.port === 0) return
  const probe = createServer()
  try {
    probe.listen({ port: config.port, host: config.host, exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    throw listenProblem(error, config)
  }
  probe.close()
  await once(probe, 'close')
}

/** This process only keeps them running: it opens nothing of the shop. */
async function runWorkers({ workers: count, logLevel }: Config) {
  const primary = createPrimary({ count, program: import.meta.filename, log: createLog(logLevel) })
  let isClosing = false
  const close = async () => {
    isClosing = true
    const isInOrder = await primary.close()
    console.log('Car Parts is closed. Goodbye.')
    process.exit(isInOrder ? 0 : 1)
  }
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
  try {
    console.log(await primary.open())
  } catch {
    // It has said why.
    if (!isClosing) process.exit(1)
  }
  process.on('SIGHUP', () => void primary.restart())
}
