import type { Db } from '~/platform/db/database.server.ts'
import { queuedMailsTo } from '~/platform/mail/mail.server.ts'
import { deleteAddresses, exportAddresses } from '~/shop/addresses/store.server.ts'
import { exportAuditEntries } from '~/shop/audit/record.server.ts'
import { deleteCart, exportCart } from '~/shop/cart/store.server.ts'
import { exportImports } from '~/shop/catalogue/imports/store.server.ts'
import { deleteMessagesOf, exportMessages, leaveMessages } from '~/shop/contact/store.server.ts'
import { exportDiscountUses } from '~/shop/discounts/store.server.ts'
import { exportApplicationImports } from '~/shop/fitment/applications/store.server.ts'
import { exportIdentityData } from '~/shop/identity/personal-data.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { exportSubscriptions, unsubscribe } from '~/shop/newsletter/store.server.ts'
import { anonymizeCustomer } from '~/shop/orders/anonymize-customer.server.ts'
import { exportParcels } from '~/shop/orders/deliver/parcel-store.server.ts'
import { exportReturns } from '~/shop/orders/deliver/returns-store.server.ts'
import type { Cancelling } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { exportOldParts } from '~/shop/orders/old-parts-store.server.ts'
import { exportPurchases } from '~/shop/orders/purchases.server.ts'
import { exportReceipts } from '~/shop/orders/receipts/store.server.ts'
import { exportOrders } from '~/shop/orders/store.server.ts'
import { deleteStatementsOf, exportWithdrawals } from '~/shop/orders/withdrawals/withdrawals-store.server.ts'
import { exportPayments } from '~/shop/payments/store.server.ts'
import { exportTokens } from '~/shop/programs/tokens/tokens.server.ts'
import { exportQuestions, leaveQuestions } from '~/shop/reviews/questions/store.server.ts'
import { exportReviewMarks, exportReviews, leaveReviews } from '~/shop/reviews/store.server.ts'
import { deleteAlerts, exportAlerts } from '~/shop/stock-alerts/store.server.ts'
import type { ExportPersonalData, OnUserDeleted } from '~/shop/users/delete-user.server.ts'
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
    parcels: await exportParcels(db, person.userId),
    receipts: await exportReceipts(db, person.userId),
    returns: await exportReturns(db, person.userId),
    oldParts: await exportOldParts(db, person.userId),
    withdrawals: await exportWithdrawals(db, person),
    orders: await exportOrders(db, person.userId),
    discounts: await exportDiscountUses(db, person.userId),
    payments: await exportPayments(db, person.userId),
    garage: await exportGarage(db, person.userId),
    reviews: await exportReviews(db, person.userId),
    reviewMarks: await exportReviewMarks(db, person.userId),
    questions: await exportQuestions(db, person.userId),
    messages: await exportMessages(db, person),
    newsletter: await exportSubscriptions(db, person.email),
    imports: await exportImports(db, person.userId),
    listsOfCars: await exportApplicationImports(db, person.userId),
    apiTokens: await exportTokens(db, person.userId),
    mailsOnTheirWay: await queuedMailsTo(db, person.email),
    auditEvents: await exportAuditEntries(db, person),
  })

/** What the areas that know a person do when the person is deleted. */
export const onUserDeleted =
  (parts: Omit<Cancelling, 'mailWorker'>): OnUserDeleted =>
  async (userId, { withReviews } = { withReviews: false }) => {
    const orders = await anonymizeCustomer(parts, userId)
    return {
      async within(tx, by) {
        await lockIdentity(parts.database, tx, userId)
        await orders.within(tx, by)
        await deleteCart(tx, userId)
        await deleteAddresses(tx, userId)
        await deleteAlerts(tx, userId)
        await leaveReviews(tx, userId, { isDeleting: withReviews })
        await leaveQuestions(tx, userId)
        // Users who delete their own account also lose their messages and their subscription.
        if (by.userId === userId) await deleteMessagesOf(tx, by)
        await leaveMessages(tx, userId)
        if (by.userId !== userId) return
        await deleteStatementsOf(tx, by.email)
        await unsubscribe(tx, by.email)
      },
      after: orders.after,
    }
  }
