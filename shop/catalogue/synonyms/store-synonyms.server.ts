import type { Db, Tx } from '~/platform/db/database.server.ts'

export const synonymLines = (db: Db | Tx) => db.selectFrom('synonyms').select('words').orderBy('position')
