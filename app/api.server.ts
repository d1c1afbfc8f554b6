import type { SendSms } from '~/platform/sms/sms.server.ts'
import { blogApi } from '~/shop/blog/api.server.ts'
import { catalogueApi } from '~/shop/catalogue/api.server.ts'
import { contactApi } from '~/shop/contact/api.server.ts'
import type { IdentityParts } from '~/shop/identity/api.server.ts'
import { identityApi } from '~/shop/identity/api.server.ts'
import { securityApi } from '~/shop/identity/security-api.server.ts'
import { newsletterApi } from '~/shop/newsletter/api.server.ts'
import { ordersApi } from '~/shop/orders/api.server.ts'
import { paymentsApi } from '~/shop/payments/api.server.ts'
import type { PayConfig } from '~/shop/payments/contract.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { reviewsApi } from '~/shop/reviews/api.server.ts'
import { usersApi } from '~/shop/users/api.server.ts'

type Parts = IdentityParts & {
  sendSms: SendSms
  hashCode: (code: string) => string
  payments: Payments
  payConfig: PayConfig
}

/** Every door of the API; the one place where areas are joined. */
export const endpoints = (parts: Parts) => [
  ...catalogueApi(parts.database),
  ...blogApi(parts.database),
  ...ordersApi(parts),
  ...paymentsApi(parts.payments, parts.payConfig),
  ...reviewsApi(parts.database),
  ...newsletterApi(parts.database),
  ...contactApi(parts.database, parts.postman, parts.config),
  ...identityApi(parts),
  ...securityApi(parts),
  ...usersApi(parts.database),
]
