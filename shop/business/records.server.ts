import { sql } from 'kysely'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { refuse } from './contract.ts'

/** What the owner has saved of a section, as JSON; version 0 before the first time. */
export async function readRecord(db: Db | Tx, section: string, locking = <Q>(query: Q) => query) {
  const row = await locking(
    db.selectFrom('shop_records').select(['version', 'value']).where('section', '=', section),
  ).executeTakeFirst()
  return { version: row?.version ?? 0, value: row && row.version > 0 ? row.value : undefined }
}

/** Saves a section unless somebody else has; 0 when there is nothing to save. */
export const changeRecord = (
  database: Database,
  { section, version }: { section: string; version: number },
  change: (tx: Tx, before: string | undefined) => Promise<string | undefined>,
) =>
  database.change(['shop_records'], async (tx) => {
    await tx
      .insertInto('shop_records')
      .values({ section, value: '{}', version: 0 })
      .onConflict((conflict) => conflict.column('section').doNothing())
      .execute()
    const before = await readRecord(tx, section, database.locking as never)
    if (before.version !== version) throw refuse('changed_meanwhile')
    const value = await change(tx, before.value)
    if (value === undefined) return 0
    await tx
      .updateTable('shop_records')
      .set({ value, version: version + 1 })
      .where('section', '=', section)
      .execute()
    return 1
  })

/** What is saved of some sections, in one look. */
export async function readRecords(db: Db | Tx, sections: readonly string[]) {
  const rows = await db
    .selectFrom('shop_records')
    .selectAll()
    .where('section', 'in', [...sections])
    .execute()
  const saved = rows.filter(({ version }) => version > 0)
  return {
    /** Grows with every change of one of them. */
    version: saved.reduce((sum, { version }) => sum + version, 0),
    valueOf: (section: string) => saved.find((row) => row.section === section)?.value,
  }
}

/** One row while nobody has changed these sections since, else none: to be a step of a batch. */
export const selectUnchanged = (db: Db, sections: readonly string[], version: number) =>
  db
    .selectFrom('shop_records')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('section', 'in', [...sections])
    .having(sql<boolean>`coalesce(sum(version), 0) = cast(${version} as bigint)`)
