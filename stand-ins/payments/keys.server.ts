import { createHmac } from 'node:crypto'

export type Keys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** Derived from the shop's secret: random per shop, the same after a restart and on each of its servers. */
export function standInKeys(shopSecret: string): Keys {
  const derived = (purpose: string) =>
    createHmac('sha256', shopSecret).update(`payments stand-in: ${purpose}`).digest('hex')
  return {
    secretKey: `sk_test_${derived('secret key')}`,
    publishableKey: `pk_test_${derived('publishable key')}`,
    webhookSecret: `whsec_${derived('webhook secret')}`,
  }
}
