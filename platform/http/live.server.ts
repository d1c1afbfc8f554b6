import type { ServerResponse } from 'node:http'
import type { Topic } from '~/database/topics.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { NetworkSlots } from '~/platform/http/limits/load-shedding.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from './app.server.ts'
import { networkOf } from './limits/rate-limit.server.ts'
import { open } from './policy.server.ts'

/** One network, behind which many people may sit, gets a share of them. */
const listenersAtOnce = { most: 1000, perNetwork: 100 }
const heartbeatMs = 20_000
/** Many changes in a row are one notice. */
const gatherMs = 100
/** A client that does not read is disconnected; the browser comes back by itself. */
const mostUnreadBytes = 16 * 1024

type Options = {
  path: string
  /** The name of the event that a change of these is. */
  event: string
  topics: readonly Topic[]
  headers: Record<string, string>
}

/**
 * Tells open pages that something they may show has changed, never what: they fetch it by the public endpoints, out of
 * what is stored there. One timer for the heartbeat and one for gathering serve all connections.
 */
export function serveLive(app: App, database: Database, { path, event, topics, headers }: Options) {
  const listeners = new Set<ServerResponse>()
  const places = new NetworkSlots()
  const notice = `event: ${event}\ndata: {}\n\n`
  let changedAt = Number.NEGATIVE_INFINITY
  let gathering: NodeJS.Timeout | undefined

  database.onChange((changed) => {
    if (!changed.some((topic) => topics.includes(topic))) return
    changedAt = Date.now()
    gathering ??= setTimeout(tellAll, gatherMs).unref()
  })
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs).unref()

  function tellAll() {
    gathering = undefined
    write(notice)
  }
  function write(text: string) {
    for (const listener of listeners) {
      if (listener.writableLength > mostUnreadBytes) listener.destroy()
      else listener.write(text)
    }
  }

  app.get(
    path,
    { schema: { hide: true }, config: { policy: { ...open, staysOpen: true } } },
    async (request, reply) => {
      const network = networkOf(request.ip)
      if (!places.take(network, listenersAtOnce)) {
        reply.header('retry-after', 30)
        throw refuseRequest('too_many_listeners')
      }
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      raw.write('retry: 3000\n\n')
      if (isMissed((request.query as { seconds?: string }).seconds)) raw.write(notice)
      listeners.add(raw)
      raw.once('close', () => {
        listeners.delete(raw)
        places.release(network)
      })
      raw.on('error', () => listeners.delete(raw))
    },
  )

  /** Whether something changed between the making of the page, so many seconds ago, and its listening. */
  function isMissed(seconds: string | undefined) {
    return changedAt >= Date.now() - (Number(seconds) || 0) * 1000
  }

  // A connection that never ends by itself would hold up the goodbye of the server.
  const endAll = () => {
    for (const listener of listeners) listener.end()
  }
  app.server.once('retire', endAll)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    clearTimeout(gathering)
    endAll()
  })
}
