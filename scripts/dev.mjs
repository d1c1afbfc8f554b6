import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
await ensureInstalled()
// Imported late, because on a bare clone it is not there before the line above.
const { createServer } = await import(pathToFileURL(join(root, 'node_modules/vite/dist/node/index.js')).href)
const server = await createServer({
  root,
  server: { host: '127.0.0.1', port: Number(process.env.PORT || 3000), strictPort: true },
})
await server.listen()
server.printUrls()
