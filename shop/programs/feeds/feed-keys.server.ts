import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type FeedKeys = ReturnType<typeof createFeedKeys>

/** Stored nowhere, as the secrets of webhooks: each follows from the secret of the shop, so it can be shown again. */
export function createFeedKeys(shopSecret: string) {
  const secret = createHmac('sha256', shopSecret).update('feeds').digest()
  const keyOf = (version: number) => createHmac('sha256', secret).update(String(version)).digest('base64url')
  return {
    keyOf,
    isKey: (given: string, version: number) => timingSafeEqual(digest(given), digest(keyOf(version))),
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
