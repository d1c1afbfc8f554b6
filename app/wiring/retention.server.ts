import { join } from 'node:path'
import { deleteEndedCounts } from '~/platform/db/counters.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { deleteSentBefore } from '~/platform/mail/mail.server.ts'
import { deleteOutboxBefore } from '~/platform/mail/outbox.server.ts'
import { deleteUndeliveredBefore } from '~/platform/mail/undelivered.server.ts'
import { days, hours } from '~/platform/time.ts'
import { deleteOldMessages } from '~/shop/contact/store.server.ts'
import { deleteExpiredIdentityData } from '~/shop/identity/personal-data.server.ts'

/** How long mails stay that nobody needs any more; docs/decisions/personal-data.md says why. */
const outboxMs = days(30)
export const undeliveredMs = days(90)
/** Of a mail that is out, only what it was about. */
export const sentMs = days(365)

type Dependencies = { db: Db; dataDir: string; now?: number }

export const deletingExpired = (ctx: Dependencies): PeriodicWork => ({
  name: 'deleting what is old',
  everyMs: hours(1),
  work: () => deleteExpired(ctx),
})

/** Deletes what nobody needs any more, area by area. */
export async function deleteExpired({ db, dataDir, now = Date.now() }: Dependencies) {
  await deleteExpiredIdentityData(db, now)
  await deleteEndedCounts(db, now)
  await deleteOldMessages(db, now)
  await deleteUndeliveredBefore(db, new Date(now - undeliveredMs).toISOString())
  await deleteSentBefore(db, new Date(now - sentMs).toISOString())
  await deleteOutboxBefore(join(dataDir, 'outbox'), now - outboxMs)
}
