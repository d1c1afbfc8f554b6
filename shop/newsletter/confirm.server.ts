import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import type { App } from '~/platform/http/app.server.ts'
import { takeForms } from '~/platform/http/input/body.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { urls } from '~/shop/urls.ts'
import { ConfirmLink } from './contract.ts'
import { confirmMs, confirmSubscription } from './store.server.ts'

const policy: Policy = { access: 'everyone', takes: 'form', perMinute: 30 }

/** For the button of the page. A GET changes nothing, because mail scanners open every link. */
export async function serveConfirm(app: App, db: Db, links: ConfirmLinks) {
  await app.register(async (scope) => {
    takeForms(scope)
    scope.post(
      urls.confirmNewsletter(),
      { schema: { hide: true }, config: { policy } },
      async (request, reply) => {
        const link = ConfirmLink.safeParse(request.query)
        const isValid = link.success && links.isValid(link.data)
        // One who has left meanwhile has to come again by the form.
        const isConfirmed = isValid && (await confirmSubscription(db, link.data.id))
        return reply.redirect(`${urls.confirmNewsletter()}?confirmed=${isConfirmed ? 'yes' : 'no'}`, 303)
      },
    )
  })
}

export type ConfirmLinks = ReturnType<typeof createConfirmLinks>

/** A signed link, valid as long as the subscription waits for it. No address is in it. */
export function createConfirmLinks(secret: string, publicUrl: string) {
  // A derived key: a signature can never pass for anything else that the secret signs.
  const key = createHmac('sha256', secret).update('newsletter confirmations').digest()
  const sign = (id: string, until: string) =>
    createHmac('sha256', key).update(`${id} ${until}`).digest('base64url')

  return {
    urlFor(id: string, now = Date.now()) {
      const until = new Date(now + confirmMs).toISOString()
      return publicUrl + urls.confirmNewsletter({ id, until, signature: sign(id, until) })
    },
    isValid({ id, until, signature }: ConfirmLink, now = Date.now()) {
      const expected = Buffer.from(sign(id, until))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected) && Date.parse(until) >= now
    },
  }
}
