import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { newId } from '~/platform/id.ts'
import { days, hours, minutes } from '~/platform/time.ts'
import type { BoughtPair } from '~/shop/orders/bought-together.server.ts'
import { withBoughtTogether } from '~/shop/orders/bought-together.server.ts'

type Dependencies = {
  database: Database
  /** An example stays in a demo until its own customers make a rule. */
  config: { demo: boolean }
  /** The payments of a demo, which make no rule in a real shop. */
  played: RawBuilder<unknown>
}

/** 24 months. */
const countedMs = days(730)
/** UTC: where most customers sleep. */
const nightBeginsMs = hours(2)
const terms = {
  fewestBuyers: 5,
  mostLines: 20,
  /** More than are shown: some are sold out, or do not fit. */
  most: 12,
}

/** Every night, and when it was never counted. */
export const countingBoughtTogether = (ctx: Dependencies): PeriodicWork => ({
  name: 'counting what is bought together',
  everyMs: minutes(1),
  work: async () => {
    if (await isDue(ctx.database.db, Date.now())) await countBoughtTogether(ctx)
  },
})

export async function isDue(db: Db, now: number) {
  const { counted_at } = await shownCount(db)
  const lastNight = Math.floor((now - nightBeginsMs) / days(1)) * days(1) + nightBeginsMs
  return counted_at === null || Date.parse(counted_at) < lastNight
}

/**
 * On a connection of its own, so that nobody waits for it. The result is written in pieces, as a generation that nobody sees
 * until one small update shows it. Where it comes to what is shown already, nothing is written and no page is made again.
 */
export async function countBoughtTogether({ database, config, played }: Dependencies, now = Date.now()) {
  const { db } = database
  const before = await shownCount(db)
  // Of a count that was broken off.
  await forgetGenerationsBut(db, before.generation)
  const since = new Date(now - countedMs).toISOString()
  const counted_at = new Date(now).toISOString()
  const asked = { ...terms, since, played: config.demo ? undefined : played }
  await database.readAside((aside) =>
    withBoughtTogether(aside, asked, async (pieces) => {
      const { digest, isEmpty } = await digestOf(pieces())
      const isKept = digest === before.digest || (config.demo && isEmpty)
      if (isKept) return showCount(db, before, { counted_at })
      const generation = newId()
      for await (const piece of pieces()) await insertPairs(db, generation, piece)
      await database.change(['bought_together'], (tx) =>
        showCount(tx, before, { generation, digest, counted_at }),
      )
    }),
  )
  await forgetGenerationsBut(db, (await shownCount(db)).generation)
}

async function digestOf(pieces: AsyncGenerator<BoughtPair[]>) {
  const digest = createHash('sha256')
  let isEmpty = true
  for await (const piece of pieces) {
    isEmpty = false
    for (const { productId, otherId } of piece) digest.update(`${productId} ${otherId}\n`)
  }
  return { digest: digest.digest('hex'), isEmpty }
}

const shownCount = (db: Db) => db.selectFrom('bought_together_counts').selectAll().executeTakeFirstOrThrow()
type ShownCount = Awaited<ReturnType<typeof shownCount>>

/** Unless another server has shown its own meanwhile. */
const showCount = async (db: Db | Tx, before: ShownCount, changes: Partial<ShownCount>) =>
  void (await db
    .updateTable('bought_together_counts')
    .set(changes)
    .where('generation', '=', before.generation)
    .execute())

const insertPairs = (db: Db, generation: string, pairs: BoughtPair[]) =>
  db
    .insertInto('bought_together')
    .values(
      pairs.map(({ productId, otherId, score }) => ({
        generation,
        product_id: productId,
        other_id: otherId,
        score,
      })),
    )
    .execute()

const forgottenAtOnce = 500

/** In pieces as well: nobody waits for all of it. */
async function forgetGenerationsBut(db: Db, generation: string) {
  for (;;) {
    const { rows } = await sql<{ product_id: string }>`
      delete from bought_together where (product_id, generation, other_id) in (
        select product_id, generation, other_id from bought_together where generation <> ${generation}
        limit ${forgottenAtOnce})
      returning product_id`.execute(db)
    if (rows.length < forgottenAtOnce) return
  }
}
