import type { Database } from '~/platform/db/database.server.ts'
import { hours } from '~/platform/time.ts'
import { deleteUnused, unusedImages } from './store.server.ts'

const atOnce = 200

/** A picture that was sent in a day ago and that no product, order or person shows was a form left halfway. */
export async function deleteUnusedImages(database: Database, now = Date.now()) {
  const before = new Date(now - hours(24)).toISOString()
  const ids = await unusedImages(database, before)
  for (let i = 0; i < ids.length; i += atOnce)
    await deleteUnused(database.db, ids.slice(i, i + atOnce), before)
}
