import { compress, sendCompressed } from '~/platform/cache/compressed.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Endpoint } from '~/platform/http/endpoint.server.ts'
import { takeForms } from '~/platform/http/input/body.server.ts'
import { endpointOf, insideGet } from '~/platform/http/inside.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { contactRoutes, newsletterRoutes, vinRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { VinAnswer } from '~/shop/vehicles/vin/contract.ts'
import { longestVin } from '~/shop/vehicles/vin/contract.ts'
import { looksLikeVin, vinContext } from '~/shop/vehicles/vin/vin.ts'
import type { Renderer } from '../pages/entry.server.tsx'

const policy: Policy = { access: 'everyone', takes: 'form', perMinute: 5 }

/** The public forms before scripts have loaded: the same endpoints, answered with the page on which the form stands. */
const forms = [
  {
    action: urls.contact(),
    route: contactRoutes.sendMessage,
    outcomePage: (outcome: string) => `${urls.contact()}?sent=${outcome}#write-to-us`,
  },
  {
    action: urls.withdraw(),
    route: withdrawalRoutes.stateWithdrawal,
    outcomePage: (outcome: string) => `${urls.withdraw()}?stated=${outcome}`,
  },
  {
    action: urls.newsletter(),
    route: newsletterRoutes.subscribe,
    outcomePage: (outcome: string) => `${urls.home()}?subscribed=${outcome}#newsletter`,
  },
]

export async function servePlainForms(app: App, endpoints: Endpoint[]) {
  await app.register(async (scope) => {
    takeForms(scope)
    for (const { action, route, outcomePage } of forms) {
      const endpoint = endpointOf(endpoints, route)!
      scope.post(action, { schema: { hide: true }, config: { policy } }, async (request, reply) => {
        const typed = request.body ?? {}
        const params = endpoint.params?.safeParse(typed) ?? { success: true, data: undefined }
        const body = endpoint.body?.safeParse(typed) ?? { success: true, data: undefined }
        const isValid = params.success && body.success
        if (isValid)
          await endpoint.handler({
            params: params.data,
            query: undefined,
            body: body.data,
            request,
            caller: undefined,
          })
        return reply.redirect(outcomePage(isValid ? 'yes' : 'no'), 303)
      })
    }
  })
}

type GarageOptions = {
  render: Renderer
  endpoints: Endpoint[]
  pageHeaders: () => Record<string, string>
}

const garagePolicy: Policy = { ...policy, perMinute: 30 }
const longestWords = 80

/** The box of the garage before scripts have loaded: words become an address, a VIN never does. */
export async function serveGarageForm(app: App, { render, endpoints, pageHeaders }: GarageOptions) {
  const readVin = endpointOf(endpoints, vinRoutes.readVin)!
  await app.register(async (scope) => {
    takeForms(scope)
    scope.post(
      urls.garage(),
      { schema: { hide: true }, config: { policy: garagePolicy } },
      async (request, reply) => {
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
        const compressed = compress({
          status,
          type,
          text,
          cacheControl: 'no-store',
          headers: pageHeaders(),
        })
        return sendCompressed(request, reply, compressed)
      },
    )
  })
}
