import type { Config } from '~/platform/config.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Postman } from '~/platform/mail/postman.server.ts'
import { blogApi } from '~/shop/blog/api.server.ts'
import { catalogueApi } from '~/shop/catalogue/api.server.ts'
import { contactApi } from '~/shop/contact/api.server.ts'
import { newsletterApi } from '~/shop/newsletter/api.server.ts'
import { ordersApi } from '~/shop/orders/api.server.ts'
import { paymentsApi } from '~/shop/payments/api.server.ts'
import type { PayConfig } from '~/shop/payments/contract.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { reviewsApi } from '~/shop/reviews/api.server.ts'

/** Every door of the API; the one place where areas are joined. */
export const endpoints = (parts: {
  config: Config
  database: Database
  postman: Postman
  payments: Payments
  payConfig: PayConfig
}) => [
  ...catalogueApi(parts.database),
  ...blogApi(parts.database),
  ...ordersApi(parts),
  ...paymentsApi(parts.payments, parts.payConfig),
  ...reviewsApi(parts.database),
  ...newsletterApi(parts.database),
  ...contactApi(parts.database, parts.postman, parts.config),
]
