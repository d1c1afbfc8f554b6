import { createHash, timingSafeEqual } from 'node:crypto'
import type { ReadFamily } from '~/platform/metrics.server.ts'
import { metricsText } from '~/platform/metrics.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from '../app.server.ts'

/** For what watches the shop, which shows the operator's token. Answered however full the shop is. */
export function serveMetrics(app: App, readAll: () => Promise<ReadFamily[]>, token: string) {
  const wanted = digest(`Bearer ${token}`)
  // One reading at a time, however many ask.
  let reading: Promise<string> | undefined
  const read = () => {
    reading ??= readAll()
      .then(metricsText)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  app.get(
    '/metrics',
    {
      schema: { hide: true },
      config: { policy: { access: 'operator-token', takes: 'nothing', outsideLimits: true } },
    },
    async ({ headers }, reply) => {
      if (!timingSafeEqual(digest(headers.authorization ?? ''), wanted)) throw refuseRequest('wrong_token')
      return reply
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        .send(await read())
    },
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()
