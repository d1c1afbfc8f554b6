import type { Db } from '~/platform/db/database.server.ts'
import { queuedMailsTo } from '~/platform/mail/mail.server.ts'
import { exportAddresses } from '~/shop/addresses/store.server.ts'
import { exportAuditEntries } from '~/shop/audit/record.server.ts'
import { exportCart } from '~/shop/cart/store.server.ts'
import { exportMessages } from '~/shop/contact/store.server.ts'
import { exportIdentityData } from '~/shop/identity/personal-data.server.ts'
import { exportSubscriptions } from '~/shop/newsletter/store.server.ts'
import { exportReturns } from '~/shop/orders/deliver/returns-store.server.ts'
import { exportPurchases } from '~/shop/orders/purchases.server.ts'
import { exportReceipts } from '~/shop/orders/receipts/store.server.ts'
import { exportOrders } from '~/shop/orders/store.server.ts'
import { exportPayments } from '~/shop/payments/store.server.ts'
import { exportReviews } from '~/shop/reviews/store.server.ts'
import { exportAlerts } from '~/shop/stock-alerts/store.server.ts'
import type { ExportPersonalData } from '~/shop/users/own-account.server.ts'
import { exportGarage } from '~/shop/vehicles/garage/garage-store.server.ts'

/** All that the shop holds on one person, area by area. Left out is what only points at an order that is in it. */
export const exportPersonalData =
  (db: Db): ExportPersonalData =>
  async (person) => ({
    ...(await exportIdentityData(db, person.userId)),
    addresses: await exportAddresses(db, person.userId),
    cart: await exportCart(db, person.userId),
    stockAlerts: await exportAlerts(db, person.userId),
    purchases: await exportPurchases(db, person.userId),
    receipts: await exportReceipts(db, person.userId),
    returns: await exportReturns(db, person.userId),
    orders: await exportOrders(db, person.userId),
    payments: await exportPayments(db, person.userId),
    garage: await exportGarage(db, person.userId),
    reviews: await exportReviews(db, person.userId),
    messages: await exportMessages(db, person.email),
    newsletter: await exportSubscriptions(db, person.email),
    mailsOnTheirWay: await queuedMailsTo(db, person.email),
    auditEvents: await exportAuditEntries(db, person),
  })
