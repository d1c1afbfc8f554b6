import type { PictureFetchRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { cannotFetchNow, fetchPublic } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { hours, minutes } from '~/platform/time.ts'
import { reencode } from './reencode.server.ts'
import { mostBytes } from './rules.ts'
import { insertImage, requirePicture } from './store.server.ts'

const perTick = 20
const longestPauseMs = hours(6)
const givenUpAfterMs = hours(72)

type Dependencies = { db: Db; reach?: Reach | undefined }

export const fetchingPictures = (dependencies: Dependencies): PeriodicWork => ({
  name: 'fetching pictures',
  everyMs: minutes(1),
  work: () => fetchPictures(dependencies),
})

/** Those that are due, with the same guards as when they were named; after a failure the pause doubles. */
export async function fetchPictures({ db, reach }: Dependencies, now = Date.now()) {
  const due = await db
    .selectFrom('picture_fetches')
    .selectAll()
    .where('failed_at', 'is', null)
    .where('due_at', '<=', new Date(now).toISOString())
    .orderBy('due_at')
    .limit(perTick)
    .execute()
  for (const fetch of due) {
    try {
      const bytes = await fetchPublic(fetch.address, mostBytes, reach)
      requirePicture(bytes)
      await insertImage(db, fetch.image_id, await reencode(bytes))
      await db.deleteFrom('picture_fetches').where('image_id', '=', fetch.image_id).execute()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Too many others are being encoded.
      if (error.status < 500) await postpone(db, fetch, error, now)
    }
  }
}

async function postpone(db: Db, { image_id, tries, asked_at }: PictureFetchRow, error: Refusal, now: number) {
  const isOver = error.reason !== cannotFetchNow || now - Date.parse(asked_at) >= givenUpAfterMs
  const pauseMs = Math.min(minutes(1) * 2 ** (tries + 1), longestPauseMs)
  await db
    .updateTable('picture_fetches')
    .set({
      tries: tries + 1,
      problem: error.fields?.url ?? error.message,
      due_at: new Date(now + pauseMs).toISOString(),
      failed_at: isOver ? new Date(now).toISOString() : null,
    })
    .where('image_id', '=', image_id)
    .execute()
}
