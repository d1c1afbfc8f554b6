import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { PayConfig } from './contract.ts'
import { paymentContract, refuse } from './contract.ts'
import type { Payments } from './payments.server.ts'
import { paymentRoutes } from './routes.ts'

export const paymentsApi = (payments: Payments, config: PayConfig) =>
  endpoints(paymentRoutes, paymentContract, {
    startPayment: {
      vital: true,
      access: 'non-admin',
      forbidden: () => refuse('admins_pay_nothing'),
      summary: 'Begins to pay for an order, or for an amount; the price must be the one that is owed',
      perMinute: 60,
      handler: ({ body: { price, orderId }, caller }) =>
        payments.start({ id: caller.userId }, { amountCents: price, ...(orderId && { reference: orderId }) }),
    },
    getPayConfig: {
      access: 'everyone',
      summary: 'How the browser reaches the payment provider',
      handler: async () => config,
    },
  })
