import { endpoints } from '~/platform/http/endpoint.server.ts'
import { paymentRoutes } from '~/shop/account-routes.ts'
import type { PayConfig } from './contract.ts'
import { paymentContract, refuse } from './contract.ts'
import type { Payments } from './payments.server.ts'

/** `referenceOf`: what is paid when an order is. */
export const paymentsApi = (
  payments: Payments,
  config: PayConfig,
  referenceOf: (orderId: string) => Promise<string | undefined>,
) =>
  endpoints(paymentRoutes, paymentContract, {
    startPayment: {
      vital: true,
      access: 'not-staff',
      forbidden: () => refuse('staff_pay_nothing'),
      summary: 'Begins to pay for an order, or for an amount; the price must be the one that is owed',
      perMinute: 60,
      async handler({ body: { price, orderId }, caller }) {
        const reference = orderId && (await referenceOf(orderId))
        if (orderId && !reference) throw refuse('not_found')
        return payments.start({ id: caller.userId }, { amountCents: price, ...(reference && { reference }) })
      },
    },
    getPayConfig: {
      access: 'everyone',
      summary: 'How the browser reaches the payment provider',
      handler: async () => config,
    },
  })
