import type { Db } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { addressesApi } from '~/shop/addresses/api.server.ts'
import { auditApi } from '~/shop/audit/api.server.ts'
import { blogApi } from '~/shop/blog/api.server.ts'
import { managedBlogApi } from '~/shop/blog/manage-api.server.ts'
import { businessApi } from '~/shop/business/api.server.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import { cartApi } from '~/shop/cart/api.server.ts'
import { catalogueApi } from '~/shop/catalogue/api.server.ts'
import { attributesApi } from '~/shop/catalogue/attributes/api.server.ts'
import { categoriesApi } from '~/shop/catalogue/categories/api.server.ts'
import { csvApi } from '~/shop/catalogue/csv/csv-api.server.ts'
import { countUnweighed, fewestInStock, productNames, stockCounts } from '~/shop/catalogue/figures.server.ts'
import { importsApi } from '~/shop/catalogue/imports/api.server.ts'
import type { ImportWorker } from '~/shop/catalogue/imports/worker.server.ts'
import { manageApi } from '~/shop/catalogue/manage/manage-api.server.ts'
import type { ProductSearch } from '~/shop/catalogue/search/search.server.ts'
import { synonymsApi } from '~/shop/catalogue/synonyms/api.server.ts'
import { contactApi } from '~/shop/contact/api.server.ts'
import { oldestUnread, unreadMessages } from '~/shop/contact/store.server.ts'
import { manageDiscountsApi } from '~/shop/discounts/admin/api.server.ts'
import { manageFitmentsApi } from '~/shop/fitment/admin/api.server.ts'
import { fitmentApi } from '~/shop/fitment/api.server.ts'
import { vehicleTablesApi } from '~/shop/fitment/applications/aces/api.server.ts'
import type { TablesWorker } from '~/shop/fitment/applications/aces/tables-worker.server.ts'
import { applicationsApi } from '~/shop/fitment/applications/api.server.ts'
import type { ApplicationsWorker } from '~/shop/fitment/applications/worker.server.ts'
import { fitmentsCsvApi } from '~/shop/fitment/csv/api.server.ts'
import { needsApi } from '~/shop/fitment/needs/api.server.ts'
import { openPartsForCar } from '~/shop/fitment/parts-for-car.server.ts'
import { historyApi } from '~/shop/history/api.server.ts'
import type { IdentityApiDependencies } from '~/shop/identity/api.server.ts'
import { identityApi } from '~/shop/identity/api.server.ts'
import { createReauthentication } from '~/shop/identity/password/reauthenticate.server.ts'
import type { Authenticators } from '~/shop/identity/second-factor/authenticators.server.ts'
import type { CodeLimits } from '~/shop/identity/second-factor/code-limits.server.ts'
import type { RecoveryCodes } from '~/shop/identity/second-factor/recovery-codes.server.ts'
import { imagesApi } from '~/shop/images/api.server.ts'
import { mailboxApi } from '~/shop/mailbox/api.server.ts'
import { mailsApi, waitingMails } from '~/shop/mails/api.server.ts'
import { newsletterApi } from '~/shop/newsletter/api.server.ts'
import type { ConfirmLinks } from '~/shop/newsletter/confirm.server.ts'
import { issuesApi } from '~/shop/newsletter/issues/api.server.ts'
import type { NewsletterWorker } from '~/shop/newsletter/sending/worker.server.ts'
import type { UnsubscribeLinks } from '~/shop/newsletter/unsubscribe.server.ts'
import { ordersApi } from '~/shop/orders/api.server.ts'
import { booksApi } from '~/shop/orders/books/api.server.ts'
import { waitingParcels } from '~/shop/orders/deliver/list-parcels.server.ts'
import { oldPartsApi } from '~/shop/orders/deposits/api.server.ts'
import { waitingOldParts } from '~/shop/orders/deposits/old-parts.server.ts'
import { bestSellers, heldDeposits, ordersPerDay, revenuePerDay } from '~/shop/orders/figures.server.ts'
import { purchaseIdOfOrder } from '~/shop/orders/purchases.server.ts'
import type { Receipt } from '~/shop/orders/receipts/contract.ts'
import { waitingRefunds } from '~/shop/orders/refunds/api.server.ts'
import { returnsApi } from '~/shop/orders/returns/api.server.ts'
import { waitingReturns } from '~/shop/orders/returns/returns.server.ts'
import { freeDeliveryCents } from '~/shop/orders/rules.ts'
import type { WithdrawalTerms } from '~/shop/orders/withdrawal-terms.server.ts'
import { withdrawalsApi } from '~/shop/orders/withdrawals/api.server.ts'
import { waitingWithdrawals } from '~/shop/orders/withdrawals/withdrawals-store.server.ts'
import { paymentsApi } from '~/shop/payments/api.server.ts'
import type { PayConfig } from '~/shop/payments/contract.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { feedsApi } from '~/shop/programs/feeds/api.server.ts'
import type { FeedKeys } from '~/shop/programs/feeds/feed-keys.server.ts'
import { tokensApi } from '~/shop/programs/tokens/api.server.ts'
import { revokeTokensOf } from '~/shop/programs/tokens/tokens.server.ts'
import { webhooksApi } from '~/shop/programs/webhooks/api.server.ts'
import type { WebhookSecrets } from '~/shop/programs/webhooks/signature.server.ts'
import type { WebhookWorker } from '~/shop/programs/webhooks/worker.server.ts'
import { ratesApi } from '~/shop/rates/api.server.ts'
import type { OpenRates } from '~/shop/rates/rates.server.ts'
import { manageRelatedApi } from '~/shop/related/admin/api.server.ts'
import { relatedApi } from '~/shop/related/api.server.ts'
import { reviewsApi } from '~/shop/reviews/api.server.ts'
import { ownReviewsApi } from '~/shop/reviews/own/api.server.ts'
import { questionsApi } from '~/shop/reviews/questions/api.server.ts'
import { reviewQueueApi } from '~/shop/reviews/queue/api.server.ts'
import { waitingReviews } from '~/shop/reviews/queue/read-queue.server.ts'
import { ratingsOf, showAuthorPhoto } from '~/shop/reviews/store.server.ts'
import { stockAlertsApi } from '~/shop/stock-alerts/api.server.ts'
import type { SummarySources } from '~/shop/summary/api.server.ts'
import { summaryApi } from '~/shop/summary/api.server.ts'
import { textsApi } from '~/shop/texts/api.server.ts'
import type { ShopFacts } from '~/shop/texts/first-pages.server.ts'
import { usersApi } from '~/shop/users/api.server.ts'
import { vehicleAdminApi } from '~/shop/vehicles/admin/api.server.ts'
import { vehiclesApi } from '~/shop/vehicles/api.server.ts'
import type { VehicleSearch } from '~/shop/vehicles/find-vehicles.server.ts'
import { openingSteps } from './opening.server.ts'
import { exportPersonalData, onUserDeleted } from './personal-data.server.ts'

type Dependencies = IdentityApiDependencies & {
  sendSms: SendSms | undefined
  codeLimits: CodeLimits
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
  hashCode: (code: string) => string
  leaveLinks: UnsubscribeLinks
  confirmLinks: ConfirmLinks
  newsletterWorker: NewsletterWorker
  payments: Payments
  reach: Reach | undefined
  webhookSecrets: WebhookSecrets
  feedKeys: FeedKeys
  webhookWorker: WebhookWorker
  importWorker: ImportWorker
  applicationsWorker: ApplicationsWorker
  tablesWorker: TablesWorker
  search: ProductSearch
  vehicleSearch: VehicleSearch
  payConfig: PayConfig
  business: OpenBusiness
  seller: () => Receipt['seller']
  rates: OpenRates
  withdrawal: () => WithdrawalTerms
  facts: () => Promise<ShopFacts>
}

/** Every endpoint of the API; the one place where areas are joined. */
export const apiEndpoints = (parts: Dependencies) => [
  ...catalogueApi({
    ...parts,
    partsForCar: openPartsForCar(parts.database),
    ratingsOf: (ids) => ratingsOf(parts.database, ids),
  }),
  ...categoriesApi(parts.database),
  ...attributesApi(parts),
  ...synonymsApi(parts.database),
  ...manageApi(parts),
  ...csvApi(parts.database, parts.config, parts.reach),
  ...importsApi(parts),
  ...vehiclesApi(parts),
  ...vehicleAdminApi(parts.database),
  ...fitmentApi(parts),
  ...needsApi(parts.database),
  ...manageFitmentsApi(parts.database),
  ...fitmentsCsvApi(parts.database),
  ...applicationsApi(parts),
  ...vehicleTablesApi(parts),
  ...relatedApi(parts.database),
  ...manageRelatedApi(parts.database),
  ...imagesApi(parts.database, parts.config, parts.reach),
  ...auditApi(parts.database),
  ...blogApi(parts.database),
  ...managedBlogApi(parts.database),
  ...businessApi({ ...parts, lookAtSteps: openingSteps(parts) }),
  ...textsApi(parts),
  ...ordersApi(parts),
  ...booksApi(parts),
  ...returnsApi(parts),
  ...oldPartsApi(parts),
  ...withdrawalsApi(parts),
  ...addressesApi(parts.database),
  ...cartApi(parts),
  ...historyApi(parts.database),
  ...manageDiscountsApi(parts.database),
  ...ratesApi({
    ...parts,
    freeDeliveryCents,
    countUnweighed: () => countUnweighed(parts.database.db),
  }),
  ...stockAlertsApi(parts.database),
  ...reviewsApi(parts.database),
  ...ownReviewsApi(parts.database),
  ...questionsApi(parts),
  ...reviewQueueApi(parts),
  ...newsletterApi(parts),
  ...issuesApi(parts),
  ...contactApi(parts),
  ...mailsApi(parts),
  ...identityApi({ ...parts, reauthentication: createReauthentication(parts) }),
  ...summaryApi(summarySources(parts.database.db)),
  ...usersApi({
    database: parts.database,
    onPhoto: showAuthorPhoto,
    onUserDeleted: onUserDeleted(parts),
    onAdminRemoved: revokeTokensOf,
    exportPersonalData: exportPersonalData(parts.database.db),
    reauthentication: createReauthentication(parts),
  }),
  ...paymentsApi(parts.payments, parts.payConfig, (orderId) => purchaseIdOfOrder(parts.database.db, orderId)),
  ...tokensApi({ ...parts, reauthentication: createReauthentication(parts) }),
  ...webhooksApi(parts),
  ...feedsApi(parts),
  ...mailboxApi(parts.config),
]

/** The numbers of the admin's summary, each from its area. */
export const summarySources = (db: Db): SummarySources => ({
  ordersPerDay: (firstDay) => ordersPerDay(db, firstDay),
  revenuePerDay: (firstDay) => revenuePerDay(db, firstDay),
  bestSellers: (firstDay, limit) => bestSellers(db, firstDay, limit),
  productNames: (ids) => productNames(db, ids),
  stockCounts: () => stockCounts(db),
  fewestInStock: (limit) => fewestInStock(db, limit),
  unreadMessages: () => unreadMessages(db),
  depositsHeld: () => heldDeposits(db),
  waiting: {
    toPack: (limit) => waitingParcels(db, 'to_pack', limit),
    needsAddress: (limit) => waitingParcels(db, 'needs_address', limit),
    returns: (limit) => waitingReturns(db, limit),
    oldParts: (limit) => waitingOldParts(db, limit),
    withdrawals: (limit) => waitingWithdrawals(db, 'open', limit),
    statements: (limit) => waitingWithdrawals(db, 'stated', limit),
    failedRefunds: (limit) => waitingRefunds(db, limit),
    failedMails: (limit) => waitingMails(db, limit),
    lowStock: async () => ({ count: (await stockCounts(db)).low, items: [] }),
    outOfStock: async () => ({ count: (await stockCounts(db)).out, items: [] }),
    reviews: (limit) => waitingReviews(db, limit),
    messages: async (limit) => ({
      count: await unreadMessages(db),
      items: (await oldestUnread(db, limit)).map(({ _id, email, message, createdAt }) => ({
        id: _id,
        who: email,
        what: message,
        since: createdAt,
      })),
    }),
  },
})
