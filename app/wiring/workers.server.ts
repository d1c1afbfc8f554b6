import type { Database } from '~/platform/db/database.server.ts'
import { startPeriodic } from '~/platform/db/periodic.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { picturesOfProducts } from '~/shop/catalogue/figures.server.ts'
import { reportingLowStock } from '~/shop/catalogue/stock/report-low-stock.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { photosLike } from '~/shop/identity/users.server.ts'
import type { ShownPictures } from '~/shop/images/delete-unused.server.ts'
import { deletingUnusedImages } from '~/shop/images/delete-unused.server.ts'
import { fetchingPictures } from '~/shop/images/fetch-later.server.ts'
import { picturesOfOrders } from '~/shop/orders/figures.server.ts'
import { endingUnpaid } from '~/shop/orders/my-orders/expire-unpaid.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { alertingBackInStock } from '~/shop/stock-alerts/send-alerts.server.ts'
import { deletingExpired } from './retention.server.ts'

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

/** Products and people may change their picture; an order shows its own as long as there are books. */
export const shownPictures = (database: Database): ShownPictures => ({
  now: async (pattern) => [
    ...(await picturesOfProducts(database.db, pattern)),
    ...(await photosLike(database.db, pattern)),
  ],
  forGood: (addresses) => picturesOfOrders(database, addresses),
})
