import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteObject } from 'react-router'
import { matchRoutes } from 'react-router'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import { PageTemplate, Placeholders } from '~/platform/cache/live/page-template.server.ts'
import type { PageCache } from '~/platform/cache/page-cache.server.ts'
import type { Get } from '~/platform/client/api-context.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Endpoint } from '~/platform/http/endpoint.server.ts'
import type { Noted } from '~/platform/http/inside.server.ts'
import { insideGet } from '~/platform/http/inside.server.ts'
import type { Limit } from '~/platform/http/limits/rate-limit.server.ts'
import { networkOf, TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuseMethodsBut } from '~/platform/http/register.server.ts'
import { idsIn } from '~/platform/id.ts'
import { longestSearch } from '~/platform/lists/list-limits.ts'
import { semaphoresByKey } from '~/platform/queue/semaphore.server.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import { escapeHtml } from '~/platform/text.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import type { Business } from '~/shop/business/fields.ts'
import { filterNames } from '~/shop/catalogue/filter-names.ts'
import { lengthOfFilter, mostFilters } from '~/shop/catalogue/list-filters.ts'
import type { StockBoard } from '~/shop/catalogue/stock/stock-board.server.ts'
import { leaveStockOpen } from '~/shop/catalogue/stock/stock-placeholders.server.ts'
import type { Page } from '~/shop/page.ts'
import type { Renderer } from '../pages/entry.server.tsx'
import { badAddressPath, routes } from '../pages/routes.tsx'

/** Addresses of programs: what is unknown there is answered in JSON, not with a page. */
function refuseIfForPrograms({ raw }: FastifyRequest) {
  if (/^\/(api|admin|user|webhooks|identity|v1)([/?]|$)/.test(raw.url!)) throw refuseRequest('not_found')
}

/** Pages that have to be rendered, a minute and network. A person opens a few; who goes on is after something else. */
const renderedPerMinute = 600
/** Of those that are never cached: ten times the work of the others. */
const uncached = { perMinute: 120, atOnce: 4, waiting: 16 }

const mostTries = 3

type Pages = {
  render: Renderer
  endpoints: Endpoint[]
  cache: PageCache
  stock: StockBoard
  limit: Limit
  business: Pick<OpenBusiness, 'current' | 'now'>
  /** What a page may use changes with what its owner says. */
  pageHeaders: () => Record<string, string>
  /** Lets a development server add its own scripts. */
  transformHtml?: ((path: string, html: string) => Promise<string>) | undefined
}

/** Every other GET is a page: the same for everyone, so rendered once and cached until something it shows changes. */
export function servePages(
  app: App,
  { render, endpoints, cache, stock, limit, business, pageHeaders, transformHtml }: Pages,
) {
  const semaphores = semaphoresByKey(uncached.atOnce, uncached)
  app.get('/*', { schema: { hide: true }, config: { policy: open } }, async (request, reply) => {
    refuseIfForPrograms(request)
    const [path, query] = split(request.raw.url!)
    const plain = withoutSlashes(path)
    if (plain !== path) return reply.redirect(query ? `${plain}?${query}` : plain, 308)

    const { address, isFiltered, isIdList } = canonical(path, query)
    try {
      const network = networkOf(request.ip)
      if (isFiltered || isForThisRequest(path)) {
        await limit(`uncached ${network}`, uncached.perMinute)
        const { compressed } = await semaphores(network, () => fill(address ?? path, request))
        return sendCompressed(request, reply, compressed)
      }
      const key = `page ${address ?? '404'}`
      if (!cache.has(key))
        await (isIdList
          ? limit(`uncached ${network}`, uncached.perMinute)
          : limit(network, renderedPerMinute))
      const fillThis = () => fillCached(address, path)
      sendCompressed(request, reply, await cache.get(request.raw.url!, key, fillThis, { isLive: true }))
    } catch (error) {
      const shopName = business.now.shop.name
      if (error instanceof Redirect) return reply.redirect(error.to, 302)
      if (error instanceof TooManyRequests)
        return sendTooMany(reply, shopName, error, error.retryAfterSeconds)
      if (error instanceof Refusal && error.status === 503) return sendTooMany(reply, shopName, error, 1)
      throw error
    }
  })
  refuseMethodsBut(app, '/*', ['GET'], refuseIfForPrograms)
  app.setNotFoundHandler(() => {
    throw refuseRequest('not_found')
  })
  let badAddress: { business: Business; html: Promise<string> } | undefined
  return {
    /** A page as it is rendered now, without the cache. */
    rendered: async (address: string) => (await rendered(address, nothingNoted())).html,
    /** It shows nothing but what the shop says of itself, so one rendering lasts until that changes. */
    badAddressPage: async () => {
      const now = await business.current()
      if (badAddress?.business !== now) {
        const html = rendered(`/${badAddressPath}`, nothingNoted()).then((page) => page.html)
        badAddress = { business: now, html }
      }
      return badAddress.html
    },
  }

  /** There is one page for all addresses that do not exist. */
  async function fillCached(address: string | undefined, path: string) {
    const filled = (await fillSteady(address ?? path)) ?? (await fill(address ?? path))
    return address ? filled : { ...filled, isKept: filled.compressed.status === 404 }
  }

  /** Of what was sold out or came back while it was rendered, a page may say both: then it is rendered again. */
  async function fillSteady(address: string) {
    for (let tries = 1; ; tries += 1) {
      const { states } = stock
      const filled = await fillTemplate(address)
      if (stock.states === states || tries === mostTries) return filled && { ...filled, states }
    }
  }

  /** The numbers of pieces are filled in; undefined when they cannot be read, or one of them needs other words by now. */
  async function fillTemplate(address: string) {
    const noted = nothingNoted()
    const placeholders = new Placeholders()
    const { html, status } = await rendered(address, noted, { placeholders })
    const answer = answerOf(status)
    if (status !== 200 || !noted.topics.has(stock.topic))
      return { compressed: compress({ ...answer, text: html }), ...noted }
    const template = new PageTemplate(html, placeholders, answer)
    const isKnown = await stock.know(template.ids).then(
      () => true,
      () => false,
    )
    const compressed = isKnown && template.fill((id) => stock.get(id))
    return compressed ? { compressed, template, ...noted } : undefined
  }

  async function fill(address: string, request?: FastifyRequest) {
    const noted = nothingNoted()
    const { html, status } = await rendered(address, noted, { request })
    const answer = answerOf(status, request ? 'no-store' : 'no-cache')
    return { compressed: compress({ ...answer, text: html }), ...noted }
  }

  function answerOf(status: number, cacheControl = 'no-cache') {
    const headers = { ...pageHeaders(), ...(status === 503 && { 'retry-after': '2' }) }
    return { status, type: 'text/html; charset=utf-8', cacheControl, headers }
  }

  async function rendered(address: string, noted: Noted, { request, placeholders }: Rendering = {}) {
    const get = insideGet(endpoints, noted, request)
    const page = await render(address, placeholders ? withStockOpen(get, placeholders) : get)
    if ('redirectTo' in page) throw new Redirect(page.redirectTo)
    return transformHtml ? { ...page, html: await transformHtml(address, page.html) } : page
  }
}

type Rendering = { request?: FastifyRequest | undefined; placeholders?: Placeholders }

const withStockOpen = (get: Get, placeholders: Placeholders) =>
  (async (...asked: Parameters<Get>) => {
    const found = await get(...asked)
    return { ...found, data: leaveStockOpen(found.data, placeholders) }
  }) as Get

const nothingNoted = (): Noted => ({ topics: new Set(), databaseAway: false })

/** Without the shop's own rendering, which is what there was too much of. */
function sendTooMany(
  reply: FastifyReply,
  shopName: string,
  { status, message }: Refusal,
  retryAfterSeconds: number,
) {
  const page = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>Trouble - ${escapeHtml(shopName)}</title></head>`,
    `<body><main><h1>Too many pages at once</h1><p>${message}</p><p><a href="">Try again</a></p></main></body></html>`,
  ].join('')
  return reply
    .code(status)
    .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Not a page to keep, so it leaves the filling of the cache as an error. */
class Redirect extends Error {
  constructor(readonly to: string) {
    super('redirect')
  }
}

const split = (url: string) => {
  const cut = url.indexOf('?')
  return cut < 0 ? ([url, ''] as const) : ([url.slice(0, cut), url.slice(cut + 1)] as const)
}

/** One slash at most at the start, so that a redirect can never lead to another host; none at the end. */
const withoutSlashes = (path: string) => `/${path.replace(/^[/\\]+|\/+$/g, '')}`

const knownPaths = new Map<string, RouteObject | undefined>()
const mostKnownPaths = 500

/** Remembered, because to find it every address of the table is compiled and tried. */
function routeAt(path: string) {
  if (knownPaths.has(path)) return knownPaths.get(path)
  const route = matchRoutes(routes, path)?.at(-1)?.route
  if (knownPaths.size === mostKnownPaths) knownPaths.clear()
  knownPaths.set(path, route)
  return route
}

const isForThisRequest = (path: string) => routeAt(path)?.handle?.isForThisRequest === true

type Known = {
  /** Undefined for what only the 404 page takes. */
  address: string | undefined
  /** Addresses without end are rendered for each request, so that they push no page out of the cache. */
  isFiltered?: boolean
  /** One of very many that are cached, but rarely asked for by many. */
  isIdList?: boolean
}

/** The path with those parameters alone that its page understands. */
function canonical(path: string, query: string): Known {
  const route = routeAt(path)
  if (!route || route.path === '*') return { address: undefined }
  const { query: names = [], isFiltered: mayFilter, idList } = (route.handle ?? {}) as Page
  const given = new URLSearchParams(query)
  const known = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)?.slice(0, longestSearch)
    if (value) known.set(name, value)
  }
  const unfiltered = known.size
  for (const name of mayFilter ? filterNames : [])
    for (const value of given.getAll(name).slice(0, mostFilters))
      if (value && value.length <= lengthOfFilter(name)) known.append(name, value)
  const isFiltered = known.size > unfiltered
  const ids = idList ? idsIn(given.getAll(idList.name), idList.most) : []
  if (ids.length > 0) known.set(idList!.name, ids.join(','))
  return {
    address: known.size > 0 ? `${path}?${known}` : path,
    isFiltered,
    isIdList: ids.length > 0,
  }
}
