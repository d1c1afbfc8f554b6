import { sql } from 'kysely'
import type { ProductImportRow } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { leaseNext } from '~/platform/db/lease.server.ts'
import { seconds } from '~/platform/time.ts'

/** Much longer than a batch takes. Who has it renews it with each; after a kill the next server waits for its end. */
const leaseMs = seconds(15)

export const leaseImport = async (db: Db) =>
  (
    await leaseNext<ProductImportRow>(
      db,
      {
        table: 'product_imports',
        key: 'id',
        where: sql`state in ('checking', 'applying', 'undoing')`,
        leaseMs: () => leaseMs,
      },
      1,
    )
  )[0]

/** It was cancelled, or another server has it by now. */
export class NotHeld extends Error {}

export type Hold = ReturnType<typeof holdImport>

/** Writes about an import that this server works on: all of a batch with how far it is, or nothing once it is not its own. */
export function holdImport(database: Database, { id, state, due_at }: ProductImportRow) {
  let dueAt = due_at
  const isHeld = (tx: Db | Tx, set: Partial<ProductImportRow>) =>
    tx
      .updateTable('product_imports')
      .set(set)
      .where('id', '=', id)
      .where('state', '=', state)
      .where('due_at', '=', dueAt)
      .returningAll()
      .executeTakeFirst()
  return {
    /** `touched` names the products, and is filled by `work`. */
    async write(
      topics: readonly Topic[],
      work: (tx: Tx, row: ProductImportRow) => Promise<void>,
      touched?: string[],
    ) {
      const next = new Date(Date.now() + leaseMs).toISOString()
      await database.change(
        topics,
        async (tx) => {
          const row = await isHeld(tx, { due_at: next })
          if (!row) throw new NotHeld()
          await work(tx, row)
        },
        touched,
      )
      dueAt = next
    },
    /** For the next server, at once. */
    giveBack: () => isHeld(database.db, { due_at: new Date().toISOString(), attempts: 0 }),
  }
}
