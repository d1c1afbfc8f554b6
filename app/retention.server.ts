import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { days } from '~/platform/time.ts'

/** How long what nobody needs any more is kept; docs/decisions/personal-data.md says why. */
const kept = { messagesMs: days(365), outboxMs: days(30), undeliveredMs: days(90) }

type Parts = { db: Db; dataDir: string; now?: number }

/** What has served its time goes, whoever it was about. */
export async function deleteExpired({ db, dataDir, now = Date.now() }: Parts) {
  const at = (time: number) => new Date(time).toISOString()
  for (const table of ['identity_sessions', 'identity_verifications'])
    await sql`delete from ${sql.table(table)} where "expiresAt" < ${at(now)}`.execute(db)
  await db.deleteFrom('registrations').where('expires_at', '<', at(now)).execute()
  await db.deleteFrom('counts').where('ends_at', '<', at(now)).execute()
  await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', at(now - kept.messagesMs))
    .execute()
  await db
    .deleteFrom('mails')
    .where('failed_at', '<', at(now - kept.undeliveredMs))
    .execute()
  await forgetOldFiles(join(dataDir, 'outbox'), now - kept.outboxMs)
}

async function forgetOldFiles(folder: string, before: number) {
  // A shop with a mail server has no outbox.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < before) await rm(path)
  }
}
