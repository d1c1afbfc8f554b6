import type { Payments } from '~/shop/payments/payments.server.ts'

export const noPayments: Payments = {
  start: async () => ({ clientSecret: '' }),
  settle: async () => ({ kind: 'unknown' }),
  release: async () => {},
  refund: async () => 'nothing-to-refund',
  sweep: async () => {},
}
