import { z } from 'zod'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { PayConfig, StartPayment } from './contract.ts'
import type { Payments } from './payments.server.ts'

export const paymentsApi = (payments: Payments, config: PayConfig) => [
  endpoint({
    method: 'POST',
    path: '/create-payment-intent',
    vital: true,
    who: 'customer',
    refusal: 'Admins place no orders and pay for none.',
    summary: 'Begins to pay for an order, or for an amount; the price must be the one that is owed',
    body: StartPayment,
    answer: z.object({ clientSecret: z.string() }),
    perMinute: 60,
    act: ({ body: { price, orderId }, caller }) =>
      payments.start({ id: caller.userId }, { amountCents: price, ...(orderId && { reference: orderId }) }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/pay-config',
    who: 'everyone',
    summary: 'How the browser reaches the payment provider',
    answer: PayConfig,
    act: async () => config,
  }),
]
