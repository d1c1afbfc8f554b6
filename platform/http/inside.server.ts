import type { FastifyRequest } from 'fastify'
import { matchPath } from 'react-router'
import type { z } from 'zod'
import type { Topic } from '~/database/topics.ts'
import type { Get } from '~/platform/client/api-context.ts'
import { isAway, isBusy } from '~/platform/db/busy.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Endpoint } from './endpoint.server.ts'
import { WithTotal } from './endpoint.server.ts'

/** What a page was made of, noted while it is rendered. */
export type Noted = { shows: Set<Topic>; databaseAway: boolean }

/**
 * The public doors, called without the wire while a page is rendered; notes which topics the page now shows. A page that
 * is rendered for one request alone also reaches those that look at the request.
 */
export function insideGet(endpoints: Endpoint[], noted: Noted, request?: FastifyRequest): Get {
  const doors = endpoints.filter(
    ({ method, shows, who }) => method === 'GET' && (shows || (request && who === 'everyone')),
  )
  return async <T>(address: string) => {
    const url = new URL(address, 'http://shop')
    for (const door of doors) {
      const match = matchPath(door.path, url.pathname)
      if (!match) continue
      for (const topic of door.shows ?? []) noted.shows.add(topic)
      const query = Object.fromEntries(url.searchParams)
      return (await answer(door, match.params, query, { noted, request })) as {
        data: T
        total: number
      }
    }
    if (request) throw new Response(null, { status: 404 })
    throw new Error(`No public door at ${url.pathname}`)
  }
}

type Rendering = { noted: Noted; request: FastifyRequest | undefined }

async function answer(door: Endpoint, params: unknown, query: unknown, { noted, request }: Rendering) {
  try {
    const result = await door.act({
      params: door.params?.parse(params),
      query: door.query?.parse(query),
      body: undefined,
      // Public facts are the same for everyone: what is cached never looks at it.
      request: request as FastifyRequest,
      caller: undefined,
    })
    const rows = result instanceof WithTotal ? result.rows : result
    return {
      data: (door.answer as z.ZodType).parse(rows),
      total: result instanceof WithTotal ? result.total : 0,
      ...(result instanceof WithTotal && result.places.missing && { missing: result.places.missing }),
    }
  } catch (error) {
    if (error instanceof Refusal) throw new Response(null, { status: error.status })
    noted.databaseAway ||= isAway(error)
    if (isBusy(error) || noted.databaseAway) throw new Response(null, { status: 503 })
    throw error
  }
}
