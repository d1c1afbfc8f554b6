import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Topic } from '~/database/topics.ts'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { PageCache } from '~/platform/cache/page-cache.server.ts'
import { LongList, sendLongList, TooLongToCache, wholeText } from '~/platform/lists/long-list.server.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from './app.server.ts'
import type { CrossOrigin } from './cross-origin.server.ts'
import type { Doorkeeper, Endpoint } from './endpoint.server.ts'
import { AsFile, allow, callerOf, WithHeaders } from './endpoint.server.ts'
import { takeOneFile } from './input/upload.server.ts'
import type { Policy } from './policy.server.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

type Registration = Doorkeeper & {
  pages: PageCache
  headers: Record<string, string>
  sites?: CrossOrigin | undefined
}

/** Opens every endpoint, and answers 405 at each of their paths for the methods that have none. */
export function registerEndpoints(
  app: App,
  endpoints: Endpoint[],
  { pages, headers, sites, ...doorkeeper }: Registration,
) {
  for (const endpoint of endpoints) {
    const { topics, access, path } = endpoint
    if (topics && access !== 'everyone') throw new Error(`${path}: a private response is never cached`)
    if (endpoint.takesFile) withFiles(app, endpoint, (scope) => open(scope, endpoint))
    else open(app, endpoint)
  }
  refuseOtherMethods(app, endpoints)

  function open(scope: Pick<App, 'route'>, endpoint: Endpoint) {
    const { method, path, summary, params, query, body, response, mostBytes, topics } = endpoint
    scope.route({
      method,
      url: path,
      schema: {
        summary,
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: { 200: response },
      },
      config: { policy: policyOf(endpoint), takesLong: mostBytes !== undefined },
      onRequest: (request) => allow(endpoint, request, doorkeeper),
      handler: (request, reply) =>
        topics && (endpoint.isCached?.(request.query) ?? true)
          ? sendCachedResponse(request, reply, endpoint, topics)
          : sendFreshResponse(request, reply, endpoint),
    })
  }

  async function sendCachedResponse(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    topics: readonly Topic[],
  ) {
    const rewrite = sites?.isSite(request.raw) ? sites.toSite : undefined
    // Cached apart: no request can name an address with a space.
    const apart = rewrite ? ' for other sites' : ''
    const key = `${request.url.split('?', 1)[0]} ${JSON.stringify(request.query ?? null)}${apart}`
    const schema = endpoint.response
    const making = pages.get(request.raw.url! + apart, key, async () => {
      const result = await handle(endpoint, request)
      const body = result instanceof WithTotal ? result.rows : result
      const text =
        body instanceof LongList ? await wholeText(body, schema) : JSON.stringify(schema.parse(body))
      const sent = rewrite ? rewrite(String(text)) : text
      const type = 'application/json; charset=utf-8'
      const allHeaders = result instanceof WithTotal ? { ...headers, ...result.headers() } : headers
      return {
        compressed: compress({
          status: 200,
          type,
          text: sent,
          cacheControl: 'no-cache',
          headers: allHeaders,
        }),
        topics,
      }
    })
    try {
      sendCompressed(request, reply, await making)
    } catch (error) {
      if (error instanceof TooLongToCache) return sendLongList(request, reply, error, { schema, rewrite })
      throw error
    }
  }
}

async function sendFreshResponse(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) {
  const result = await handle(endpoint, request)
  reply.header('cache-control', 'no-store')
  if (result instanceof AsFile) return sendFile(reply, result)
  if (result instanceof WithHeaders) return reply.headers(result.headers).send(result.body)
  if (result instanceof WithTotal) return reply.headers(result.headers()).send(result.rows)
  return reply.send(result)
}

const policyOf = ({ access, programs, body, takesFile, mostBytes, perMinute, vital }: Endpoint): Policy => ({
  access,
  programs,
  takes: takesFile ? 'json-or-file' : body ? 'json' : 'nothing',
  mostBytes,
  perMinute,
  vital,
})

/** In its own scope, so that no other endpoint takes forms with files. */
function withFiles(app: App, endpoint: Endpoint, open: (scope: Pick<App, 'route'>) => void) {
  void app.register(async (scope) => {
    takeOneFile(scope, endpoint.mostBytes!)
    // The same kind of app; its type only forgets which logger it has.
    open(scope as unknown as App)
  })
}

const sendFile = (reply: FastifyReply, { name, type, content }: AsFile) =>
  reply
    .headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    .serializer((body) => body as string)
    .send(content)

const handle = (endpoint: Endpoint, request: FastifyRequest) =>
  endpoint.handler({
    params: request.params,
    query: request.query,
    body: request.body,
    request,
    caller: callerOf(request),
  })

function refuseOtherMethods(app: App, endpoints: Endpoint[]) {
  for (const path of new Set(endpoints.map((endpoint) => shape(endpoint.path)))) {
    const there = endpoints.filter((endpoint) => shape(endpoint.path) === path)
    refuseMethodsBut(
      app,
      there[0]!.path,
      there.map(({ method }) => method),
    )
  }
}

/** Whatever its parameter is called, /things/:id is the same address as /things/:email. */
const shape = (path: string) => path.replace(/:\w+/g, ':')

export function refuseMethodsBut(
  app: App,
  path: string,
  allowed: (typeof methods)[number][],
  refuseFirst: (request: FastifyRequest) => void = () => {},
) {
  const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  app.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url: path,
    schema: { hide: true },
    config: { policy: { access: 'nobody', takes: 'nothing' } },
    onRequest: async (request, reply) => {
      refuseFirst(request)
      reply.header('allow', allow)
      throw refuseRequest('method_not_allowed')
    },
    handler: async () => {},
  })
}
