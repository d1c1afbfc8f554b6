import type { Compressed } from '~/platform/cache/compressed.server.ts'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuse } from './contract.ts'
import type { Format, Width } from './rules.ts'
import { copyOfImage } from './store.server.ts'

const mostCachedBytes = 32 * 1024 * 1024
const fileName = /^([0-9a-f]{40})-(320|600|1200)\.(webp|avif)$/

/** Serves pictures from the database that all servers share, with a cache in memory. */
export function serveImages(app: App, { db }: Database, headers: Record<string, string>) {
  const cached = new Map<string, Compressed>()
  let bytes = 0
  const imageHeaders = { ...headers, 'content-security-policy': "sandbox; default-src 'none'" }

  app.get('/images/:name', { schema: { hide: true }, config: { policy: open } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const image = cached.get(name) ?? (await fromDatabase(name))
    cache(name, image)
    sendCompressed(request, reply, image)
  })

  async function fromDatabase(name: string) {
    const [, id, width, format] = fileName.exec(name) ?? []
    const copy = id && (await copyOfImage(db, id, Number(width) as Width, format as Format))
    if (!copy) throw refuse('not_found')
    return compress({
      status: 200,
      type: `image/${format}`,
      text: copy,
      cacheControl: 'public, max-age=31536000, immutable',
      headers: imageHeaders,
    })
  }

  /** Evicts the least recently used. */
  function cache(name: string, image: Compressed) {
    if (!cached.delete(name)) bytes += image.bytes
    cached.set(name, image)
    for (const [oldest, { bytes: size }] of cached) {
      if (bytes <= mostCachedBytes) break
      cached.delete(oldest)
      bytes -= size
    }
  }
}
