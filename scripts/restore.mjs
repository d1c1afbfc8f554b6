import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
await import(new URL('../build/server/restore.js', import.meta.url).href)
