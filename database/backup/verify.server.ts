import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { openEngine } from '~/platform/db/database.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { readBackup } from './read.server.ts'

/**
 * Restores a backup into a scratch database and says what was found there. That is a file of SQLite for a backup of
 * either engine: it can be made everywhere, and nobody else sees the customers in it.
 */
export async function verifyBackup(file: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'car-parts-verify-'))
  try {
    const scratch = openEngine({ databaseUrl: undefined, dataDir }, createLog('silent'))
    try {
      const { rows, madeAt, migrations } = await readBackup(scratch, file, { force: false })
      const [products, orders, people] = await Promise.all(
        ['products', 'orders', 'users'].map((table) => countOf(scratch.db, table)),
      )
      return [
        `${file} can be restored: ${rows} rows with ${products} products, ${orders} orders and ${people} people,`,
        `made at ${madeAt} with ${migrations.ofBackup} migrations, to which ${migrations.newer} newer ones were added.`,
        'It was tried in a scratch database (SQLite), which is deleted; the shop was not touched.',
      ].join('\n')
    } finally {
      await scratch.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function countOf(db: Db, table: string) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]!.count
}
