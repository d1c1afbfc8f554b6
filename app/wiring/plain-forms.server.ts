import type { App } from '~/platform/http/app.server.ts'
import type { Endpoint } from '~/platform/http/endpoint.server.ts'
import { takeForms } from '~/platform/http/input/forms.server.ts'
import { endpointOf } from '~/platform/http/inside.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { contactRoutes, newsletterRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'

const policy: Policy = { access: 'everyone', takes: 'form', perMinute: 5 }

/** The public forms before scripts have loaded: the same endpoints, answered with the page on which the form stands. */
const forms = [
  {
    action: urls.contact(),
    route: contactRoutes.sendMessage,
    outcomePage: (outcome: string) => `${urls.contact()}?sent=${outcome}#write-to-us`,
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
