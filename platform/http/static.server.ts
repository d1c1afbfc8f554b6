import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Compressed } from '~/platform/cache/compressed.server.ts'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { CachedFiles } from '~/platform/cache/front.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { open } from '~/platform/http/policy.server.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
/** Vite puts a hash of the content into the names under here, so they never change. */
const immutableFolder = '/assets/'

type Files = {
  headers: Record<string, string>
  pictureHeaders: Record<string, string>
  without?: RegExp | undefined
  cached: CachedFiles
}

/**
 * Each built file is read at the start, so that a new build under a running shop takes nothing from it; compressed as
 * well as can be when it is first asked for, and then sent from memory.
 */
export function serveFiles(app: App, folder: string, files: Files) {
  const { without, cached } = files
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(file.name)]
    if (!file.isFile() || !type) continue
    const path = join(file.parentPath, file.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    if (without?.test(url)) continue
    const immutable = url.startsWith(immutableFolder)
    const cacheControl = immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
    const headers = type.startsWith('image/') ? files.pictureHeaders : files.headers
    const text = readFileSync(path)
    let compressed: Compressed | undefined
    app.get(url, { schema: { hide: true }, config: { policy: open } }, async (request, reply) => {
      compressed ??= compress({ status: 200, type, text, cacheControl, headers }, 'once')
      cached.set(url, compressed)
      sendCompressed(request, reply, compressed)
    })
  }
}
