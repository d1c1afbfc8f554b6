import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
await import(new URL('../build/server/make-admin.js', import.meta.url).href)
