import type { Db } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { takeForms } from '~/platform/http/input/forms.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { urls } from '~/shop/urls.ts'
import { UnsubscribeLink } from './contract.ts'
import { unsubscribe } from './store.server.ts'
import type { UnsubscribeLinks } from './unsubscribe-link.server.ts'

const policy: Policy = { access: 'everyone', takes: 'form', perMinute: 30 }

/**
 * Behind the button of the page, and behind the button that mail programs show (RFC 8058). Looking at the link changes
 * nothing, because mail scanners look at every link.
 */
export async function serveUnsubscribe(app: App, db: Db, links: UnsubscribeLinks) {
  await app.register(async (scope) => {
    takeForms(scope)
    scope.post(
      urls.leaveNewsletter(),
      { schema: { hide: true }, config: { policy } },
      async (request, reply) => {
        const link = UnsubscribeLink.safeParse(request.query)
        const isGenuine = link.success && links.isGenuine(link.data)
        if (isGenuine) await unsubscribe(db, link.data.email)
        // Programs do not follow redirects after a POST.
        if (isOneClick(request.body)) return reply.code(isGenuine ? 200 : 403).send({ left: isGenuine })
        return reply.redirect(`${urls.leaveNewsletter()}?left=${isGenuine ? 'yes' : 'no'}`, 303)
      },
    )
  })
}

const isOneClick = (body: unknown) =>
  (body as Record<string, string> | null | undefined)?.['List-Unsubscribe'] === 'One-Click'
