import type { Compressed } from '~/platform/cache/compressed.server.ts'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuse } from './contract.ts'
import type { Format, Width } from './rules.ts'
import { copyOfImage } from './store.server.ts'

const mostKeptBytes = 32 * 1024 * 1024
const nameOfCopy = /^([0-9a-f]{40})-(320|600|1200)\.(webp|avif)$/

/** The copies of every picture, out of the database that all servers share; the latest ones stay in memory. */
export function serveImages(app: App, { db }: Database, headers: Record<string, string>) {
  const kept = new Map<string, Compressed>()
  let bytes = 0
  const own = { ...headers, 'content-security-policy': "sandbox; default-src 'none'" }

  app.get('/images/:name', { schema: { hide: true }, config: { policy: open } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const packed = kept.get(name) ?? (await fromDatabase(name))
    keep(name, packed)
    sendCompressed(request, reply, packed)
  })

  async function fromDatabase(name: string) {
    const [, id, width, format] = nameOfCopy.exec(name) ?? []
    const copy = id && (await copyOfImage(db, id, Number(width) as Width, format as Format))
    if (!copy) throw refuse('not_found')
    return compress({
      status: 200,
      type: `image/${format}`,
      text: copy,
      cacheControl: 'public, max-age=31536000, immutable',
      headers: own,
    })
  }

  /** Asked for last, dropped last. */
  function keep(name: string, packed: Compressed) {
    if (!kept.delete(name)) bytes += packed.bytes
    kept.set(name, packed)
    for (const [oldest, { bytes: size }] of kept) {
      if (bytes <= mostKeptBytes) break
      kept.delete(oldest)
      bytes -= size
    }
  }
}
