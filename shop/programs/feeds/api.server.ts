import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { AsFile, endpoints } from '~/platform/http/endpoint.server.ts'
import { mostCounted } from '~/platform/lists/list-limits.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { feedsRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import { changeRecord, readRecord } from '~/shop/business/records.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { feedsContract, refuse } from './contract.ts'
import { judgedItems } from './feed-items.server.ts'
import type { FeedKeys } from './feed-keys.server.ts'
import { openLeftOut } from './left-out.server.ts'
import type { FeedProblem } from './rules.ts'
import { feedNames, feedProblemWords, feedText } from './rules.ts'
import { googleFeed, metaFeed } from './write-feeds.server.ts'

type Dependencies = {
  database: Database
  config: Pick<Config, 'publicUrl'>
  business: Pick<OpenBusiness, 'current'>
  feedKeys: FeedKeys
}

/** Its version is that of the key. */
const section = 'feeds'
const on = 'on'
const off = 'off'

/** Google and Meta fetch at most once an hour, but from addresses that they share. */
const perMinute = 20

export function feedsApi({ database, config: { publicUrl }, business, feedKeys }: Dependencies) {
  const { db } = database
  const leftOut = openLeftOut(database, publicUrl)
  const addressesOf = (version: number) => {
    const key = feedKeys.keyOf(version)
    return {
      google: `${publicUrl}/feeds/${feedNames.google}?key=${key}`,
      meta: `${publicUrl}/feeds/${feedNames.meta}?key=${key}`,
    }
  }
  return endpoints(feedsRoutes, feedsContract, {
    getGoogleFeed: {
      access: 'everyone',
      perMinute,
      summary: 'The parts for Google Merchant Center, by the address that an admin has copied',
      async handler({ query }) {
        await requireKey(query.key)
        const { shop } = await business.current()
        const content = googleFeed(judgedItems(db, publicUrl), { title: feedText(shop.name), publicUrl })
        return new AsFile(feedNames.google, 'application/xml; charset=utf-8', content)
      },
    },
    getMetaFeed: {
      access: 'everyone',
      perMinute,
      summary: 'The parts for a catalogue of Meta, by the address that an admin has copied',
      async handler({ query }) {
        await requireKey(query.key)
        return new AsFile(feedNames.meta, 'text/csv; charset=utf-8', metaFeed(judgedItems(db, publicUrl)))
      },
    },
    getFeeds: {
      access: 'settings',
      programs: 'never',
      summary: 'The addresses of the feeds, how many parts are in them, and why others are not',
      async handler() {
        const [{ version, value }, { byProblem, parts, ...counts }] = await Promise.all([
          readRecord(db, section),
          leftOut(),
        ])
        const problems = (Object.entries(byProblem) as [FeedProblem, number][])
          .toSorted(([, a], [, b]) => b - a)
          .map(([problem, parts]) => ({ text: feedProblemWords[problem], parts }))
        return {
          version,
          ...(isOn(value) && { addresses: addressesOf(version) }),
          isHttps: publicUrl.startsWith('https://'),
          ...counts,
          problems,
        }
      },
    },
    listLeftOut: {
      access: 'settings',
      programs: 'never',
      summary: 'The parts that are in no feed, each with why',
      async handler({ query }) {
        const { parts, leftOut: total } = await leftOut()
        const { offset, limit } = pageOf(query)!
        return new WithTotal(parts.slice(offset, offset + limit), Math.min(total, mostCounted))
      },
    },
    renewFeedKey: {
      access: 'settings',
      programs: 'never',
      summary: 'Makes the addresses of the feeds, or other ones in their place',
      handler: async ({ body, caller }) => ({ modifiedCount: await save(caller, body.version, on) }),
    },
    switchOffFeeds: {
      access: 'settings',
      programs: 'never',
      summary: 'Switches the feeds off: their addresses lead nowhere, for good',
      handler: async ({ body, caller }) => ({ modifiedCount: await save(caller, body.version, off) }),
    },
  })

  async function requireKey(given: string) {
    const { version, value } = await readRecord(db, section)
    if (!isOn(value) || !feedKeys.isKey(given, version)) throw refuse('no_feed')
  }

  /** Every change makes another version, so an address that was switched off never leads anywhere again. */
  function save(by: Caller, version: number, state: typeof on | typeof off) {
    return changeRecord(database, { section, version }, async (tx, before) => {
      if (state === off && !isOn(before)) return undefined
      const what = state === off ? 'feeds switched off' : 'addresses of the feeds made'
      await record(tx, by, { what, subject: 'Feeds' })
      return JSON.stringify({ state })
    })
  }
}

const isOn = (value: string | undefined) => value !== undefined && JSON.parse(value).state === on
