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

type Options = { path: string; topics: readonly Topic[]; headers: Record<string, string> }

/**
 * Tells open pages that something they may show has changed, never what: they fetch it by the public endpoints, out of
 * what is stored there. One timer for the heartbeat and one for gathering serve all connections.
 */
export function serveLive(app: App, database: Database, { path, topics, headers }: Options) {
  const listeners = new Set<ServerResponse>()
  const places = new NetworkSlots()
  const waiting = new Set<Topic>()
  const changedAt = new Map<Topic, number>()
  let gathering: NodeJS.Timeout | undefined

  database.onChange((changed) => {
    for (const topic of changed) {
      if (!topics.includes(topic)) continue
      changedAt.set(topic, Date.now())
      waiting.add(topic)
    }
    if (waiting.size > 0) gathering ??= setTimeout(tellAll, gatherMs).unref()
  })
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs).unref()

  function tellAll() {
    gathering = undefined
    for (const topic of waiting) write(notice(topic))
    waiting.clear()
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
      for (const topic of missed((request.query as { seconds?: string }).seconds)) raw.write(notice(topic))
      listeners.add(raw)
      raw.once('close', () => {
        listeners.delete(raw)
        places.release(network)
      })
      raw.on('error', () => listeners.delete(raw))
    },
  )

  /** What changed between the making of the page, so many seconds ago, and its listening. */
  function missed(seconds: string | undefined) {
    const since = Date.now() - (Number(seconds) || 0) * 1000
    return [...changedAt].filter(([, at]) => at >= since).map(([topic]) => topic)
  }

  // A connection that never ends by itself would hold up the goodbye of the server.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    clearTimeout(gathering)
    for (const listener of listeners) listener.end()
  })
}

const notice = (topic: Topic) => `event: ${topic}\ndata: {}\n\n`
