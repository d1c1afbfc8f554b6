import type { Database } from './database.server.ts'

/**
 * Rejects when the disk is full or the database takes no changes. With SQLite much is written, and never the same: a
 * little would still fit where a whole transaction does not, and what is there already is not written again. PostgreSQL
 * stops as a whole without room for its log.
 */
export async function probeWriting({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  const now = new Date().toISOString()
  const content = engine === 'sqlite' ? now.repeat(3000) : now
  await db
    .insertInto('write_probe')
    .values({ id: 'probe', content })
    .onConflict((c) => c.column('id').doUpdateSet({ content }))
    .execute()
}
