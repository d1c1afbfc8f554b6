import { createHmac, timingSafeEqual } from 'node:crypto'
import { urls } from '~/shop/urls.ts'

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
