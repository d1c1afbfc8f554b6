import { createHmac } from 'node:crypto'
import type { WebhookRow } from '~/database/tables.ts'
import { hours } from '~/platform/time.ts'

/** How long what is sent is signed with the secret of before, too: time enough to change it at the receiver. */
const overlapMs = hours(24)

type Secret = Pick<WebhookRow, 'id' | 'secret_version'>
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>

/** Stored nowhere: each follows from the secret of the shop, which a backup has and a table has not. */
export function createWebhookSecrets(shopSecret: string) {
  const key = createHmac('sha256', shopSecret).update('webhooks').digest()
  const secretOf = ({ id, secret_version }: Secret) =>
    `whsec_${createHmac('sha256', key).update(`${id} ${secret_version}`).digest('base64url')}`

  /** As Stripe signs: the time and the body, by every secret that is good. */
  function signatureOf(webhook: WebhookRow, body: string, now = Date.now()) {
    const isNew = webhook.secret_version > 1 && Date.parse(webhook.secret_changed_at) > now - overlapMs
    const before = { ...webhook, secret_version: webhook.secret_version - 1 }
    const seconds = Math.floor(now / 1000)
    const sign = (secret: string) =>
      `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
    return [`t=${seconds}`, sign(secretOf(webhook)), ...(isNew ? [sign(secretOf(before))] : [])].join(',')
  }
  return { secretOf, signatureOf }
}
