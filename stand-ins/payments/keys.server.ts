import { createHmac } from 'node:crypto'

export type Keys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** Made from the shop's own secret: random per shop, the same after a restart and on every server of it. */
export function standInKeys(shopSecret: string): Keys {
  const derived = (purpose: string) =>
    createHmac('sha256', shopSecret).update(`payments stand-in: ${purpose}`).digest('hex')
  return {
    secretKey: `sk_test_${derived('secret key')}`,
    publishableKey: `pk_test_${derived('publishable key')}`,
    webhookSecret: `whsec_${derived('webhook secret')}`,
  }
}
