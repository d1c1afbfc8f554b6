import type { FastifyRequest } from 'fastify'
import type { Topic } from '~/database/topics.ts'
import type { Found, Get } from '~/platform/client/api-context.ts'
import type { AnyInput, RouteAddress } from '~/platform/client/route.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { isAway, isBusy } from '../db/errors.server.ts'
import type { Endpoint } from './endpoint.server.ts'

/** What a page was made of, noted while it is rendered. */
export type Noted = { topics: Set<Topic>; databaseAway: boolean }

/**
 * Calls public endpoints without the wire while a page is rendered, and notes on which topics the page now depends. A page
 * that is rendered for one request alone also reaches the endpoints that look at the request.
 */
export function insideGet(endpoints: Endpoint[], noted: Noted, request?: FastifyRequest): Get {
  return async (route, ...[input]) => {
    const endpoint = endpointOf(endpoints, route)
    const isOpen = endpoint?.topics || (request && endpoint?.access === 'everyone')
    if (!endpoint || !isOpen) {
      if (request) throw new Response(null, { status: 404 })
      throw new Error(`${route.method} ${route.path} is no public endpoint`)
    }
    for (const topic of endpoint.topics ?? []) noted.topics.add(topic)
    return (await responseOf(endpoint, input ?? {}, { noted, request })) as Found<never>
  }
}

/** The endpoint of a route. */
export const endpointOf = (endpoints: Endpoint[], { method, path }: RouteAddress) =>
  endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path)

type Rendering = { noted: Noted; request: FastifyRequest | undefined }

async function responseOf(endpoint: Endpoint, { params, query }: AnyInput, { noted, request }: Rendering) {
  try {
    const result = await endpoint.handler({
      params: endpoint.params?.parse(params),
      query: endpoint.query?.parse(query ?? {}),
      body: undefined,
      // Public facts are the same for everyone: a cached response never looks at it.
      request: request as FastifyRequest,
      caller: undefined,
    })
    if (!(result instanceof WithTotal)) return { data: endpoint.response.parse(result), total: 0 }
    const { missing, found } = result.notes
    return {
      data: endpoint.response.parse(result.rows),
      total: result.total,
      ...(missing && { missing }),
      ...(found && { found }),
    }
  } catch (error) {
    if (error instanceof Refusal) throw new Response(null, { status: error.status })
    noted.databaseAway ||= isAway(error) || isBusy(error)
    if (noted.databaseAway) throw new Response(null, { status: 503 })
    throw error
  }
}
