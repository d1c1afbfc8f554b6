import { createHmac, timingSafeEqual } from 'node:crypto'
import { urls } from '~/shop/urls.ts'

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

/** Whoever has the mail has the link, and nobody else can make one: it leaves without a log-in and never expires. */
export function createUnsubscribeLinks(secret: string, publicUrl: string) {
  // A key of its own, derived: what is signed with it can never pass for anything else the secret signs.
  const key = createHmac('sha256', secret).update('newsletter links').digest()
  const sign = (email: string) => createHmac('sha256', key).update(email).digest('base64url')

  return {
    urlFor: (email: string) => publicUrl + urls.leaveNewsletter({ email, signature: sign(email) }),
    isGenuine({ email, signature }: { email: string; signature: string }) {
      const right = Buffer.from(sign(email))
      const given = Buffer.from(signature)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
