import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from '../app.server.ts'
import { open } from '../policy.server.ts'
import { apiDocsPage } from './openapi-page.server.ts'

/** The description of every endpoint, made from its contract, for programs and for people. */
export async function serveOpenApi(app: App, headers: Record<string, string>) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Car Parts',
        version: '1.0.0',
        description: 'The API of the shop. Money is in dollars.',
      },
    },
    transform: jsonSchemaTransform,
  })
  const options = { schema: { hide: true }, config: { policy: open } }
  const revalidated = { ...headers, 'cache-control': 'no-cache' }
  app.get('/api/openapi.json', options, async (_request, reply) =>
    reply.headers(revalidated).send(app.swagger()),
  )
  app.get('/api/docs', options, async (_request, reply) =>
    reply.headers(revalidated).type('text/html; charset=utf-8').send(apiDocsPage(app.swagger())),
  )
}
