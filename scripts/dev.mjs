import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, requireNode, root, say } from './prepare.mjs'

requireNode()
await ensureInstalled()
// Imported late, because on a bare clone it is not there before the line above.
const { createServer } = await import(pathToFileURL(join(root, 'node_modules/vite/dist/node/index.js')).href)
const port = Number(process.env.PORT || 3000)
say('Opening the shop for editing: pages and server code renew themselves')
const server = await createServer({ root, server: { host: '127.0.0.1', port, strictPort: true } })
await server.listen()
// The first request opens the shop and says so; what is wrong with it shows here, not at the first click.
await fetch(`http://127.0.0.1:${port}/readyz`)
