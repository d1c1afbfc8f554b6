import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, giveUp, requireNode, root, say } from './prepare.mjs'

requireNode()
await ensureInstalled()
// Imported late, because on a bare clone it is not there before the line above.
const vite = await import(pathToFileURL(join(root, 'node_modules/vite/dist/node/index.js')).href)

try {
  const { port, host } = await readSettings()
  say('Opening the shop for editing: pages and server code renew themselves')
  const server = await vite.createServer({ root, server: { host, port, strictPort: true } })
  await server.listen()
  const { port: taken } = server.httpServer.address()
  // The first request opens the shop and says so; what is wrong with it shows here, not at the first click.
  await fetch(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${taken}/readyz`)
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}

/** Read before anything is opened, so that a wrong setting is named in the words of `npm start`. */
async function readSettings() {
  const resolve = { alias: { '~': root } }
  const { module } = await vite.runnerImport(join(root, 'shop/config.server.ts'), { resolve })
  return module.readConfig(process.env)
}
