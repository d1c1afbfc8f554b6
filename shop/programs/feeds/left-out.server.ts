import type { Database } from '~/platform/db/database.server.ts'
import { mostCounted } from '~/platform/lists/list-limits.ts'
import type { LeftOutPart } from './contract.ts'
import { judgedItems } from './feed-items.server.ts'
import type { FeedProblem } from './rules.ts'
import { feedProblemWords } from './rules.ts'

export type LeftOut = {
  inFeeds: number
  leftOut: number
  byProblem: Partial<Record<FeedProblem, number>>
  /** The oldest ones. */
  parts: LeftOutPart[]
}

/** All parts are looked at once, and again after a change: the pages of the list are of one look. */
export function openLeftOut(database: Database, publicUrl: string) {
  let looking: Promise<LeftOut> | undefined
  database.onChange((changed) => {
    if (changed.includes('products')) looking = undefined
  })
  return async () => {
    const mine = looking ?? lookAtAll(database, publicUrl)
    looking = mine
    try {
      return await mine
    } catch (error) {
      if (looking === mine) looking = undefined
      throw error
    }
  }
}

async function lookAtAll({ db }: Database, publicUrl: string) {
  const found: LeftOut = { inFeeds: 0, leftOut: 0, byProblem: {}, parts: [] }
  for await (const batch of judgedItems(db, publicUrl))
    for (const { item, problems } of batch) {
      if (problems.length === 0) {
        found.inFeeds += 1
        continue
      }
      found.leftOut += 1
      for (const problem of problems) found.byProblem[problem] = (found.byProblem[problem] ?? 0) + 1
      if (found.parts.length < mostCounted)
        found.parts.push({
          _id: item.id,
          name: item.title || item.id,
          problems: problems.map((problem) => feedProblemWords[problem]),
        })
    }
  return found
}
