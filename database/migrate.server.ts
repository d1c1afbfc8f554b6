import type { Migration } from 'kysely'
import { Migrator } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import * as payments from './migrations/2026-11-16-payments.ts'
import * as publicSide from './migrations/2026-11-16-public-side.ts'
import * as users from './migrations/2026-11-16-users.ts'
import * as orders from './migrations/2026-11-17-orders.ts'
import * as imagesAndAudit from './migrations/2026-11-18-images-and-audit.ts'
import * as people from './migrations/2026-11-18-people.ts'

/** Applied in the order of their names, each once, on both engines. */
const migrations: Record<string, Migration> = {
  '2026-11-16-payments': payments,
  '2026-11-16-public-side': publicSide,
  '2026-11-16-users': users,
  '2026-11-17-orders': orders,
  '2026-11-18-images-and-audit': imagesAndAudit,
  '2026-11-18-people': people,
}

export async function migrate(db: Db) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
