import type { Routes } from '~/platform/client/route.ts'
import type { PaymentContract } from './contract.ts'

export const paymentRoutes: Routes<PaymentContract> = {
  startPayment: { method: 'POST', path: '/create-payment-intent' },
  getPayConfig: { method: 'GET', path: '/api/pay-config' },
}
