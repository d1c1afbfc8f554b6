import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Endpoint } from '~/platform/http/endpoint.server.ts'
import { takeForms } from '~/platform/http/input/forms.server.ts'
import { endpointOf, insideGet } from '~/platform/http/inside.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { VinAnswer } from '~/shop/vehicles/contract.ts'
import { longestVin } from '~/shop/vehicles/contract.ts'
import { looksLikeVin } from '~/shop/vehicles/vin/vin.ts'
import { vinContext } from '~/shop/vehicles/vin/vin-context.ts'
import type { Renderer } from '../pages/entry.server.tsx'

type Options = { render: Renderer; endpoints: Endpoint[]; headers: Record<string, string> }

const policy: Policy = { access: 'everyone', takes: 'form', perMinute: 30 }
const longestWords = 80

/** The box of the garage before scripts have loaded: words become an address, a VIN never does. */
export async function serveGarageForm(app: App, { render, endpoints, headers }: Options) {
  const readVin = endpointOf(endpoints, vehicleRoutes.readVin)!
  await app.register(async (scope) => {
    takeForms(scope)
    scope.post(urls.garage(), { schema: { hide: true }, config: { policy } }, async (request, reply) => {
      const { q } = (request.body ?? {}) as { q?: unknown }
      const typed = typeof q === 'string' ? q.trim() : ''
      if (typed.length > longestVin || !looksLikeVin(typed))
        return reply.redirect(urls.garage(typed ? { q: typed.slice(0, longestWords) } : {}), 303)
      const answer = (await readVin.handler({
        params: undefined,
        query: undefined,
        body: { vin: typed },
        request,
        caller: undefined,
      })) as VinAnswer
      const noted = { topics: new Set<never>(), databaseAway: false }
      const page = await render(urls.garage(), insideGet(endpoints, noted, request), (context) =>
        context.set(vinContext, answer),
      )
      if ('redirectTo' in page) return reply.redirect(page.redirectTo, 303)
      const type = 'text/html; charset=utf-8'
      const { status, html: text } = page
      const compressed = await compress({ status, type, text, cacheControl: 'no-store', headers })
      return sendCompressed(request, reply, compressed)
    })
  })
}
