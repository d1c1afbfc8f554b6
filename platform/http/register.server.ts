import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { PageCache } from '~/platform/cache/page-cache.server.ts'
import { LongList, sendLongList, TooLongToCache, wholeText } from '~/platform/lists/long-list.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Identify } from './allow.server.ts'
import { allow, callerOf } from './allow.server.ts'
import type { App } from './app.server.ts'
import type { Endpoint } from './endpoint.server.ts'
import { AsFile, WithHeaders, WithTotal } from './endpoint.server.ts'
import { takeOneFile } from './input/upload.server.ts'
import type { Policy } from './policy.server.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

type Registration = { pages: PageCache; headers: Record<string, string>; identify: Identify }

/** Opens every door of the table, and answers 405 at each of its paths for the methods that have none. */
export function registerEndpoints(
  app: App,
  endpoints: Endpoint[],
  { pages, headers, identify }: Registration,
) {
  for (const door of endpoints) {
    if (door.shows && door.who !== 'everyone') throw new Error(`${door.path}: a private answer is never kept`)
    if (door.takesFile) withFiles(app, door, (scope) => open(scope, door))
    else open(app, door)
  }
  refuseOtherMethods(app, endpoints)

  function open(scope: Pick<App, 'route'>, door: Endpoint) {
    scope.route({
      method: door.method,
      url: door.path,
      schema: {
        summary: door.summary,
        ...(door.params && { params: door.params }),
        ...(door.query && { querystring: door.query }),
        ...(door.body && { body: door.body }),
        response: { 200: door.answer },
      },
      config: { policy: policyOf(door), takesLong: door.mostBytes !== undefined },
      onRequest: (request) => allow(door, request, identify),
      handler: (request, reply) =>
        door.shows ? answerKept(request, reply, door) : answerFresh(request, reply, door),
    })
  }

  async function answerKept(request: FastifyRequest, reply: FastifyReply, door: Endpoint) {
    const key = `${request.url.split('?', 1)[0]} ${JSON.stringify(request.query ?? null)}`
    const schema = door.answer as z.ZodType
    const making = pages.get(request.raw.url!, key, async () => {
      const result = await act(door, request)
      const body = result instanceof WithTotal ? result.rows : result
      const text =
        body instanceof LongList ? await wholeText(body, schema) : JSON.stringify(schema.parse(body))
      const type = 'application/json; charset=utf-8'
      const own = result instanceof WithTotal ? { ...headers, ...result.headers() } : headers
      return {
        packed: await compress({ status: 200, type, text, cacheControl: 'no-cache', headers: own }),
        shows: door.shows!,
      }
    })
    try {
      sendCompressed(request, reply, await making)
    } catch (error) {
      if (error instanceof TooLongToCache) return sendLongList(request, reply, error, schema)
      throw error
    }
  }

  async function answerFresh(request: FastifyRequest, reply: FastifyReply, door: Endpoint) {
    const result = await act(door, request)
    reply.header('cache-control', 'no-store')
    if (result instanceof AsFile) return sendFile(reply, result)
    if (result instanceof WithHeaders) return reply.headers(result.headers).send(result.body)
    if (result instanceof WithTotal) return reply.headers(result.headers()).send(result.rows)
    return reply.send(result)
  }
}

const policyOf = ({ who, body, takesFile, mostBytes, perMinute, vital }: Endpoint): Policy => ({
  who,
  takes: takesFile ? 'json-or-file' : body ? 'json' : 'nothing',
  mostBytes,
  perMinute,
  vital,
})

/** In a scope of its own, so that no other door takes forms with files. */
function withFiles(app: App, door: Endpoint, open: (scope: Pick<App, 'route'>) => void) {
  void app.register(async (scope) => {
    takeOneFile(scope, door.mostBytes!)
    // The same kind of app; its type only forgets which logger it has.
    open(scope as unknown as App)
  })
}

const sendFile = (reply: FastifyReply, { name, type, text }: AsFile) =>
  reply
    .headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    .serializer((body) => body as string)
    .send(text)

const act = (door: Endpoint, request: FastifyRequest) =>
  door.act({
    params: request.params,
    query: request.query,
    body: request.body,
    request,
    caller: callerOf(request),
  })

function refuseOtherMethods(app: App, endpoints: Endpoint[]) {
  for (const path of new Set(endpoints.map((door) => shape(door.path)))) {
    const doors = endpoints.filter((door) => shape(door.path) === path)
    refuseMethodsBut(
      app,
      doors[0]!.path,
      doors.map((door) => door.method),
    )
  }
}

/** Whatever its parameter is called, /api/orders/:id is the same address as /api/orders/:email. */
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
    config: { policy: { who: 'nobody', takes: 'nothing' } },
    onRequest: async (request, reply) => {
      refuseFirst(request)
      reply.header('allow', allow)
      throw new Refusal(405, 'method_not_allowed', 'This address does not take that method.')
    },
    handler: async () => {},
  })
}
