import type { Db } from '~/platform/db/database.server.ts'
import { countUndelivered } from '~/platform/mail/undelivered.server.ts'
import { fewestInStock, productNames, stockCounts } from '~/shop/catalogue/figures.server.ts'
import { unreadMessages } from '~/shop/contact/store.server.ts'
import { bestSellers, ordersPerDay, revenuePerDay } from '~/shop/orders/figures.server.ts'
import { countFailedRefunds } from '~/shop/payments/refunds/refund-store.server.ts'
import type { SummarySources } from '~/shop/summary/api.server.ts'

/** The numbers of the admin's summary, each from its area. */
export const summarySources = (db: Db): SummarySources => ({
  ordersPerDay: (firstDay) => ordersPerDay(db, firstDay),
  revenuePerDay: (firstDay) => revenuePerDay(db, firstDay),
  bestSellers: (firstDay, limit) => bestSellers(db, firstDay, limit),
  productNames: (ids) => productNames(db, ids),
  stockCounts: () => stockCounts(db),
  fewestInStock: (limit) => fewestInStock(db, limit),
  unreadMessages: () => unreadMessages(db),
  failedRefunds: () => countFailedRefunds(db),
  undeliveredMails: () => countUndelivered(db),
})
