import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { takeForms } from '~/platform/http/input/body.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { urls } from '~/shop/urls.ts'
import { UnsubscribeLink } from './contract.ts'
import { unsubscribe } from './store.server.ts'

const policy: Policy = { access: 'everyone', takes: 'form', perMinute: 30 }

/**
 * For the button of the page, and for the button that mail programs show (RFC 8058). A GET changes nothing, because mail
 * scanners open every link.
 */
export async function serveUnsubscribe(app: App, db: Db, links: UnsubscribeLinks) {
  await app.register(async (scope) => {
    takeForms(scope)
    scope.post(
      urls.leaveNewsletter(),
      { schema: { hide: true }, config: { policy } },
      async (request, reply) => {
        const link = UnsubscribeLink.safeParse(request.query)
        const isValid = link.success && links.isValid(link.data)
        if (isValid) await unsubscribe(db, link.data.email)
        // Programs do not follow redirects after a POST.
        if (isOneClick(request.body)) return reply.code(isValid ? 200 : 403).send({ left: isValid })
        return reply.redirect(`${urls.leaveNewsletter()}?left=${isValid ? 'yes' : 'no'}`, 303)
      },
    )
  })
}

const isOneClick = (body: unknown) =>
  (body as Record<string, string> | null | undefined)?.['List-Unsubscribe'] === 'One-Click'

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

/** A signed link that unsubscribes without a log-in and never expires; only mails to the address contain it. */
export function createUnsubscribeLinks(secret: string, publicUrl: string) {
  // A derived key: a signature can never pass for anything else that the secret signs.
  const key = createHmac('sha256', secret).update('newsletter links').digest()
  const sign = (email: string) => createHmac('sha256', key).update(email).digest('base64url')

  return {
    urlFor: (email: string) => publicUrl + urls.leaveNewsletter({ email, signature: sign(email) }),
    isValid({ email, signature }: { email: string; signature: string }) {
      const expected = Buffer.from(sign(email))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
