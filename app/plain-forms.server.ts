import type { App } from '~/platform/http/app.server.ts'
import type { Endpoint } from '~/platform/http/endpoint.server.ts'
import { takeForms } from '~/platform/http/input/forms.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { urls } from '~/shop/urls.ts'

const policy: Policy = { who: 'everyone', takes: 'form', perMinute: 5 }

/** The public forms before scripts have loaded: the same doors, answered with a page instead of JSON, where the form stands. */
const forms = [
  {
    action: urls.contact(),
    door: '/api/contact',
    answer: (outcome: string) => `${urls.contact()}?sent=${outcome}#write-to-us`,
  },
  {
    action: urls.newsletter(),
    door: '/api/newsletter/:email',
    answer: (outcome: string) => `${urls.home()}?subscribed=${outcome}#newsletter`,
  },
]

export async function servePlainForms(app: App, endpoints: Endpoint[]) {
  await app.register(async (scope) => {
    takeForms(scope)
    for (const { action, door: path, answer } of forms) {
      const door = endpoints.find((endpoint) => endpoint.method === 'POST' && endpoint.path === path)!
      scope.post(action, { schema: { hide: true }, config: { policy } }, async (request, reply) => {
        const typed = request.body ?? {}
        const params = door.params?.safeParse(typed) ?? { success: true, data: undefined }
        const body = door.body?.safeParse(typed) ?? { success: true, data: undefined }
        const fits = params.success && body.success
        if (fits)
          await door.act({
            params: params.data,
            query: undefined,
            body: body.data,
            request,
            caller: undefined,
          })
        return reply.redirect(answer(fits ? 'yes' : 'no'), 303)
      })
    }
  })
}
