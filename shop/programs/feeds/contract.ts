import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'

/** The address has the key, so only admins see it. */
export const Feeds = z.object({
  /** Grows with every new key; 0 before the first. */
  version: z.number().int(),
  /** Absent while they are off. */
  addresses: z.object({ google: z.string(), meta: z.string() }).optional(),
  /** Whether the shop is known by an address that Google and Meta take. */
  isHttps: z.boolean(),
  inFeeds: z.number().int(),
  leftOut: z.number().int(),
  /** The most frequent first. */
  problems: z.array(z.object({ text: z.string(), parts: z.number().int() })),
})
export type Feeds = z.infer<typeof Feeds>

export const LeftOutPart = z.object({ _id: z.string(), name: z.string(), problems: z.array(z.string()) })
export type LeftOutPart = z.infer<typeof LeftOutPart>

const key = z.object({ key: z.string().max(200).default('').catch('') })
const seen = z.object({ version: z.number().int().min(0) })
const modified = z.object({ modifiedCount: z.number().int() })

export const feedsContract = {
  getGoogleFeed: { query: key, response: z.string() },
  getMetaFeed: { query: key, response: z.string() },
  getFeeds: { response: Feeds },
  listLeftOut: { query: OnePageQuery, response: z.array(LeftOutPart) },
  renewFeedKey: { body: seen, response: modified },
  switchOffFeeds: { body: seen, response: modified },
} satisfies Contract
export type FeedsContract = typeof feedsContract

export const refuse = refusalsOf({
  no_feed: [
    404,
    'There is no feed at this address. Its key was renewed or is wrong: an admin copies it from “Feeds”.',
  ],
})
