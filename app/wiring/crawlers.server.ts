import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { days } from '~/platform/time.ts'
import { blogIds } from '~/shop/blog/store.server.ts'
import { categoryTree } from '~/shop/catalogue/categories/store-categories.server.ts'
import { productChanges } from '~/shop/catalogue/figures.server.ts'
import { filterNames } from '~/shop/catalogue/filter-names.ts'
import { productsPerPage } from '~/shop/catalogue/list-rules.ts'
import { shownTotal } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { addressOfPage } from '~/shop/page.ts'
import { pageIds } from '~/shop/texts/pages.ts'
import { urls } from '~/shop/urls.ts'
import { pages as sitePages } from '../pages/routes.tsx'

/** What one file may hold by the protocol of sitemaps. */
const mostPerFile = 50_000
const policy: Policy = { access: 'everyone', takes: 'nothing', perMinute: 120 }
const plainText = 'text/plain; charset=utf-8'
const xmlText = 'application/xml; charset=utf-8'

type Dependencies = {
  config: Pick<Config, 'publicUrl'>
  db: Db
  headers: Record<string, string>
  perFile?: number
}

/** For search engines: what to leave alone, and which pages there are. */
export function serveCrawlers(app: App, { config, db, headers, perFile = mostPerFile }: Dependencies) {
  const { publicUrl } = config
  const options = { schema: { hide: true }, config: { policy } }

  app.get('/robots.txt', options, (request, reply) => send(request, reply, plainText, robots(publicUrl)))
  app.get('/sitemap.xml', options, async (request, reply) => {
    const files = Math.ceil((await addressesTotal(db)) / perFile)
    const text = files > 1 ? index(files) : await file(1)
    return send(request, reply, xmlText, text)
  })
  app.get('/sitemap/:file', options, async (request, reply) => {
    const { file: name } = request.params as { file: string }
    const number = Number(/^([1-9]\d{0,4})\.xml$/.exec(name)?.[1])
    if (!number || number > Math.ceil((await addressesTotal(db)) / perFile)) throw refuseRequest('not_found')
    return send(request, reply, xmlText, await file(number))
  })

  const file = async (number: number) =>
    list('urlset', 'url', await addressesBetween(db, (number - 1) * perFile, number * perFile))
  const index = (files: number) =>
    list(
      'sitemapindex',
      'sitemap',
      Array.from({ length: files }, (_, n) => ({ path: `/sitemap/${n + 1}.xml` })),
    )
  const list = (root: string, tag: string, addresses: SitemapEntry[]) =>
    [
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
      ...addresses.map(({ path, changedAt }) => {
        const changed = changedAt ? `<lastmod>${escaped(changedAt)}</lastmod>` : ''
        return `<${tag}><loc>${escaped(publicUrl + path)}</loc>${changed}</${tag}>\n`
      }),
      `</${root}>\n`,
    ].join('')

  async function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
    const cacheControl = 'public, max-age=3600'
    sendCompressed(request, reply, compress({ status: 200, type, text, cacheControl, headers }))
  }
}

/** Searches are without end, and the rest is for programs or for those who are signed in. */
const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    `Disallow: ${urls.dashboard()}`,
    ...['q', 'sort', ...filterNames].map((name) => `Disallow: /shop*?*${name}=`),
    ...['api', 'admin', 'user', 'identity', 'webhooks', 'v1', 'stand-in', 'newsletter'].map(
      (folder) => `Disallow: /${folder}/`,
    ),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

type SitemapEntry = { path: string; changedAt?: string }

/** Every public page stands in one long list: those of the shop itself first, then one of each product. */
const addressesTotal = async (db: Db) => (await pages(db)).length + (await shownTotal(db))

async function addressesBetween(db: Db, from: number, to: number) {
  const first = await pages(db)
  const found = first.slice(from, to)
  const offset = Math.max(from, first.length) - first.length
  for await (const products of productChanges(db, offset, to - first.length))
    found.push(...products.map(({ id, changedAt }) => ({ path: urls.product(id), changedAt })))
  return found
}

async function pages(db: Db): Promise<SitemapEntry[]> {
  const shopPages = Math.ceil((await shownTotal(db)) / productsPerPage)
  return [
    ...sitePages.filter(({ isInSitemap }) => isInSitemap).map(addressOfPage),
    ...Array.from({ length: Math.max(0, shopPages - 1) }, (_, n) => urls.shop({ page: n + 2 })),
    ...(await categoryTree(db)).filter(({ parts }) => parts > 0).map(({ path }) => urls.shop({ path })),
    ...(await blogIds(db)).map((id) => urls.blog(id)),
    ...pageIds.map((id) => urls.page(id)),
  ].map((path) => ({ path }))
}

const securityTxtPath = '/.well-known/security.txt'
const lastsMs = days(180)

/** RFC 9116: whom to tell about a hole. */
export function serveSecurityTxt(
  app: App,
  { contactEmail, publicUrl }: { contactEmail: string; publicUrl: string },
) {
  app.get(securityTxtPath, { schema: { hide: true }, config: { policy: open } }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${contactEmail}`,
          `Expires: ${new Date(Date.now() + lastsMs).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${securityTxtPath}`,
          '',
        ].join('\n'),
      ),
  )
}
