import type { Compressed } from '~/platform/cache/compressed.server.ts'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuse } from './contract.ts'
import { kindDrawing, pictureToCome } from './drawings.server.ts'
import { isToCome } from './picture-fetches.server.ts'
import type { Format, Width } from './rules.ts'
import { copyOfImage } from './store.server.ts'

const mostCachedBytes = 32 * 1024 * 1024
const fileName = /^([0-9a-f]{40})-(320|600|1200)\.(webp|avif)$/

const drawingName = /^drawing-([a-z-]{1,60})-(?:320|600|1200)\.(?:webp|avif)$/

/** Serves pictures from the database that all servers share, with a cache in memory. */
export function serveImages(app: App, { db }: Database, headers: Record<string, string>) {
  const cached = new Map<string, Compressed>()
  let bytes = 0
  const imageHeaders = { ...headers, 'content-security-policy': "sandbox; default-src 'none'" }

  app.get('/images/:name', { schema: { hide: true }, config: { policy: open } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const [, kind] = drawingName.exec(name) ?? []
    if (kind) return sendCompressed(request, reply, drawn(kindDrawing(kind)))
    const [, id, width, format] = fileName.exec(name) ?? []
    if (!id) throw refuse('not_found')
    const image = cached.get(name) ?? (await fromDatabase(id, Number(width) as Width, format as Format))
    if (image) cache(name, image)
    else if (!(await isToCome(db, id))) throw refuse('not_found')
    sendCompressed(request, reply, image ?? drawn(pictureToCome))
  })

  /** In the place of a picture that is still to be fetched, or of none. */
  const drawn = (text: string) =>
    compress({
      status: 200,
      type: 'image/svg+xml',
      text,
      cacheControl: 'no-cache',
      headers: imageHeaders,
    })

  async function fromDatabase(id: string, width: Width, format: Format) {
    const copy = await copyOfImage(db, id, width, format)
    if (!copy) return undefined
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

/** In JSON a text begins with a quotation mark, and a line of one with an escaped line break. */
const begins = '(?<="|\\\\n)'
const picture = '/(?:images|products)/[\\w-]{1,80}-1200\\.webp'

/** Pages of other sites show and name our pictures by their whole addresses; we store paths. */
export function wholeAddresses(publicUrl: string) {
  const paths = new RegExp(begins + picture, 'g')
  const whole = new RegExp(`${begins}${publicUrl.replaceAll('.', '\\.')}(${picture})`, 'g')
  return {
    toSite: (json: string) => json.replace(paths, (path) => publicUrl + path),
    fromSite: (json: string) => json.replace(whole, '$1'),
  }
}
