import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Compressed } from '~/platform/cache/compressed.server.ts'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { drawPicture } from '~/shop/images/reencode.server.ts'
import { copyOfImage } from '~/shop/images/store.server.ts'
import { isColour, themeAddress } from './accent.ts'
import type { OpenBusiness } from './business.server.ts'
import type { LogoFile } from './shown.ts'
import { lookOf } from './shown.ts'
import { themeRules } from './tones.ts'

const forGood = 'public, max-age=31536000, immutable'
/** For what has the same address after a change. */
const forAnHour = 'public, max-age=3600'

type Drawing = {
  width: number
  height: number
  background?: string
  share?: number
  as: 'png' | 'jpeg' | 'ico'
}

/** A phone paints what is transparent in its icon black, and may cut a maskable one down to the middle of it. */
const drawings: Record<LogoFile, Drawing> = {
  'favicon.ico': { width: 48, height: 48, as: 'ico' },
  'apple-touch-icon.png': { width: 180, height: 180, background: '#ffffff', share: 0.86, as: 'png' },
  'icon-192.png': { width: 192, height: 192, as: 'png' },
  'icon-512.png': { width: 512, height: 512, as: 'png' },
  'maskable-512.png': { width: 512, height: 512, background: '#ffffff', share: 0.64, as: 'png' },
  'mail.png': { width: 320, height: 80, as: 'png' },
  'social.jpg': { width: 1200, height: 630, background: '#ffffff', share: 0.6, as: 'jpeg' },
}

type Dependencies = {
  db: Db
  business: Pick<OpenBusiness, 'current'>
  headers: Record<string, string>
  /** For pictures that mails and other sites show. */
  openHeaders: Record<string, string>
}

/** The colour as a stylesheet, the logo in the shapes that browsers, phones and mails want, and what names them. */
export function serveLook(app: App, { db, business, headers, openHeaders }: Dependencies) {
  const options = { schema: { hide: true }, config: { policy: open } }
  const drawn = new Map<string, Promise<Compressed>>()

  app.get('/theme/:name', options, async (request, reply) => {
    const { name } = request.params as { name: string }
    const accent = `#${name.slice(-'123456.css'.length, -'.css'.length)}`
    if (!isColour(accent) || themeAddress(accent) !== `/theme/${name}`) throw refuseRequest('not_found')
    const text = themeRules(accent)
    sendCompressed(
      request,
      reply,
      compress({ status: 200, type: 'text/css; charset=utf-8', text, cacheControl: forGood, headers }),
    )
  })

  app.get('/logo/:id/:file', options, async (request, reply) => {
    const { id, file } = request.params as { id: string; file: string }
    const { logoId } = lookOf(await business.current())
    // None of other pictures, and of this one each once.
    if (id !== logoId || !Object.hasOwn(drawings, file)) throw refuseRequest('not_found')
    if (![...drawn.keys()].every((key) => key.startsWith(id))) drawn.clear()
    const key = `${id} ${file}`
    if (!drawn.has(key)) drawn.set(key, draw(id, file as LogoFile))
    const image = await drawn.get(key)!.catch((error) => {
      drawn.delete(key)
      throw error
    })
    sendCompressed(request, reply, image)
  })

  async function draw(id: string, file: LogoFile) {
    const source = await copyOfImage(db, id, 1200, 'webp')
    if (!source) throw refuseRequest('not_found')
    const { as, ...drawing } = drawings[file]
    const text = as === 'ico' ? await icoOf(source) : await drawPicture(source, { ...drawing, as })
    const type = as === 'ico' ? 'image/x-icon' : `image/${as}`
    return compress({ status: 200, type, text, cacheControl: forGood, headers: openHeaders })
  }

  // Programs ask for these two without having looked at a page.
  for (const name of ['favicon.ico', 'apple-touch-icon.png'] as const)
    app.get(`/${name}`, options, async (_request, reply) => {
      const { icon } = lookOf(await business.current())
      return reply.header('cache-control', forAnHour).redirect(icon(name), 302)
    })

  app.get('/site.webmanifest', options, async (request: FastifyRequest, reply: FastifyReply) => {
    const current = await business.current()
    const { icon } = lookOf(current)
    const icons = [
      { src: icon('icon-192.png'), sizes: '192x192', type: 'image/png' },
      { src: icon('icon-512.png'), sizes: '512x512', type: 'image/png' },
      { src: icon('maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ]
    const { name } = current.shop
    const manifest = { name, short_name: name, start_url: '/', display: 'browser', icons }
    const answer = {
      type: 'application/manifest+json',
      text: JSON.stringify(manifest),
      cacheControl: forAnHour,
    }
    sendCompressed(request, reply, compress({ status: 200, ...answer, headers }))
  })
}

/** Two PNG pictures behind a small table, which is all that the format is. */
async function icoOf(source: Buffer) {
  const sizes = [32, 48]
  const pictures = await Promise.all(
    sizes.map((size) => drawPicture(source, { width: size, height: size, as: 'png' })),
  )
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [n, size] of sizes.entries()) {
    const at = 6 + 16 * n
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(pictures[n]!.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += pictures[n]!.length
  }
  return Buffer.concat([head, ...pictures])
}
