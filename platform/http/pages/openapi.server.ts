import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { escapeHtml as escaped } from '~/platform/text.ts'
import type { App } from '../app.server.ts'
import { open } from '../policy.server.ts'

type Options = { headers: Record<string, string>; shopName: () => string }

/** The description of every endpoint, made from its contract, for programs and for people. */
export async function serveOpenApi(app: App, { headers, shopName }: Options) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '',
        version: '1.0.0',
        description: 'The API of the shop. Money is in dollars.',
      },
    },
    transform: jsonSchemaTransform,
  })
  const options = { schema: { hide: true }, config: { policy: open } }
  const revalidated = { ...headers, 'cache-control': 'no-cache' }
  const described = () => {
    const document = app.swagger()
    return { ...document, info: { ...document.info, title: shopName() } }
  }
  app.get('/api/openapi.json', options, async (_request, reply) =>
    reply.headers(revalidated).send(described()),
  )
  app.get('/api/docs', options, async (_request, reply) =>
    reply.headers(revalidated).type('text/html; charset=utf-8').send(apiDocsPage(described())),
  )
}

type Operation = {
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema: unknown }> }>
}

/** A plain page, readable without scripts: one section per endpoint with what it takes and what it answers. */
function apiDocsPage(document: { info: { title: string; description?: string }; paths?: unknown }) {
  const paths = Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>)
  const sections = paths.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(method, path, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API - ${escaped(document.info.title)}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api-docs.css"></head><body><main>
<h1>${escaped(document.info.title)} API</h1><p>${escaped(document.info.description ?? '')}
The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('\n')}</main></body></html>`
}

function section(method: string, path: string, operation: Operation) {
  const parameters = (operation.parameters ?? []).map(
    (p) =>
      `<li><code>${escaped(p.name)}</code> in the ${escaped(p.in)}${p.required ? ', required' : ''}</li>`,
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(operation.responses?.['200']?.content ?? {})[0]?.schema
  return `<section><h2><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></h2>
<p>${escaped(operation.summary ?? '')}</p>
${parameters.length ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${body ? `<h3>Body</h3>${schema(body)}` : ''}${answer ? `<h3>Answer</h3>${schema(answer)}` : ''}</section>`
}

const schema = (value: unknown) => `<pre tabindex="0">${escaped(JSON.stringify(value, null, 2))}</pre>`
