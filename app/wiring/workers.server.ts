import { join } from 'node:path'
import { deleteEndedCounts } from '~/platform/db/counters.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { startPeriodic } from '~/platform/db/periodic.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { deleteSentBefore } from '~/platform/mail/mail.server.ts'
import { deleteOutboxBefore } from '~/platform/mail/outbox.server.ts'
import { deleteUndeliveredBefore } from '~/platform/mail/undelivered.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { readMarkdown } from '~/platform/markdown.server.ts'
import { markdownPictures } from '~/platform/markdown-tree.ts'
import { days, hours } from '~/platform/time.ts'
import { publishingBlogs, textsWithPictures } from '~/shop/blog/store.server.ts'
import { picturesOfBusiness } from '~/shop/business/business.server.ts'
import { picturesOfProducts } from '~/shop/catalogue/figures.server.ts'
import { deleteOldImports } from '~/shop/catalogue/imports/store.server.ts'
import { reportingLowStock } from '~/shop/catalogue/stock/report-low-stock.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { deleteOldMessages } from '~/shop/contact/store.server.ts'
import { deleteLeftApplications } from '~/shop/fitment/applications/store.server.ts'
import { deleteExpiredIdentityData } from '~/shop/identity/personal-data.server.ts'
import { photosLike } from '~/shop/identity/users.server.ts'
import type { ShownPictures } from '~/shop/images/claim.server.ts'
import { deletingUnusedImages } from '~/shop/images/claim.server.ts'
import { fetchingPictures } from '~/shop/images/fetch-later.server.ts'
import { deleteOldSends, newslettersWithPictures } from '~/shop/newsletter/issues/store.server.ts'
import { deleteUnconfirmed } from '~/shop/newsletter/store.server.ts'
import { picturesOfOrders } from '~/shop/orders/figures.server.ts'
import { endingUnpaid } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { deleteOldStatements } from '~/shop/orders/withdrawals/withdrawals-store.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { deleteOldDeliveries } from '~/shop/programs/webhooks/store.server.ts'
import { countingBoughtTogether } from '~/shop/related/count-together.server.ts'
import { deleteOldQuestions } from '~/shop/reviews/questions/store.server.ts'
import { alertingBackInStock } from '~/shop/stock-alerts/send-alerts.server.ts'
import { pagesWithPictures } from '~/shop/texts/api.server.ts'
import { playedTransactions } from '~/stand-ins/payments/objects.server.ts'

type Dependencies = {
  database: Database
  log: Log
  payments: Payments
  mailWorker: MailWorker
  config: Config
  reach?: Reach | undefined
}

/** What the areas do from time to time; each at its own interval, unless a test names one for all. */
export function startWorkers(ctx: Dependencies, everyMs?: number) {
  const works = {
    expiry: endingUnpaid(ctx),
    stockAlerts: alertingBackInStock(ctx),
    lowStock: reportingLowStock(ctx),
    unusedImages: deletingUnusedImages(ctx.database, shownPictures(ctx.database)),
    blogs: publishingBlogs(ctx.database),
    boughtTogether: countingBoughtTogether({ ...ctx, played: playedTransactions }),
    pictures: fetchingPictures({ db: ctx.database.db, reach: ctx.reach }),
    retention: deletingExpired({ db: ctx.database.db, dataDir: ctx.config.dataDir }),
  }
  type Workers = Record<keyof typeof works, ReturnType<typeof startPeriodic>>
  return Object.fromEntries(
    Object.entries(works).map(([key, work]) => [
      key,
      startPeriodic(ctx, { ...work, ...(everyMs && { everyMs }) }),
    ]),
  ) as Workers
}

const textsOf = async (db: Db) => [
  ...(await textsWithPictures(db)),
  ...(await pagesWithPictures(db)),
  ...(await newslettersWithPictures(db)),
]

/** Products and people may change their picture; an order shows its own as long as there are books. */
export const shownPictures = (database: Database): ShownPictures => ({
  now: async (pattern) => [
    ...(await picturesOfProducts(database.db, pattern)),
    ...(await photosLike(database.db, pattern)),
    ...(await textsOf(database.db)).flatMap((markdown) => markdownPictures(readMarkdown(markdown))),
    ...(await picturesOfBusiness(database.db)),
  ],
  forGood: (addresses) => picturesOfOrders(database, addresses),
})

/** How long mails stay that nobody needs any more; docs/decisions/personal-data.md says why. */
const outboxMs = days(30)
export const undeliveredMs = days(90)
/** Of a mail that is out, only what it was about. */
export const sentMs = days(365)

type Stores = { db: Db; dataDir: string; now?: number }

const deletingExpired = (ctx: Stores): PeriodicWork => ({
  name: 'deleting what is old',
  everyMs: hours(1),
  work: () => deleteExpired(ctx),
})

/** Deletes what nobody needs any more, area by area. */
export async function deleteExpired({ db, dataDir, now = Date.now() }: Stores) {
  await deleteExpiredIdentityData(db, now)
  await deleteEndedCounts(db, now)
  await deleteOldMessages(db, now)
  await deleteOldStatements(db, now)
  await deleteOldQuestions(db, now)
  await deleteUnconfirmed(db, now)
  await deleteOldSends(db, now)
  await deleteOldDeliveries(db, now)
  await deleteOldImports(db, now)
  await deleteLeftApplications(db, now)
  await deleteUndeliveredBefore(db, new Date(now - undeliveredMs).toISOString())
  await deleteSentBefore(db, new Date(now - sentMs).toISOString())
  await deleteOutboxBefore(join(dataDir, 'outbox'), now - outboxMs)
}
