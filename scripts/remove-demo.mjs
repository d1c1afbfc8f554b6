import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
await import(new URL('../build/server/remove-demo.js', import.meta.url).href)
