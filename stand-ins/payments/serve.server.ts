import type { Database } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { headersOf } from './fetch.server.ts'
import { readForm } from './form.ts'
import { handle } from './handle.server.ts'
import type { Keys } from './keys.server.ts'

const policy: Policy = { access: 'provider-key', takes: 'form', perMinute: 120, vital: true }

type ServeOptions = { database: Database; keys: Keys; onChange: () => void }

/** The stand-in's endpoints for browsers: the provider's paths, on the shop's own server. */
export async function serveStandIn(app: App, { database, keys, onChange }: ServeOptions) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: '/v1/*',
      schema: { hide: true },
      config: { policy },
      handler: async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : ''
        const [path, query = ''] = request.url.split('?')
        const result = await handle(database, keys, {
          method: request.method,
          path: path!,
          query: readForm(query),
          form: readForm(text),
          text,
          authorization: request.headers.authorization ?? '',
          idempotencyKey: request.headers['idempotency-key'] as string | undefined,
        })
        onChange()
        return reply
          .code(result.status)
          .headers({ ...headersOf(result), 'cache-control': 'no-store' })
          .send(result.body)
      },
    })
  })
}
