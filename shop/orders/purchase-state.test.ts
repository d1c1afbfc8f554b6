import { describe, expect, test } from 'vitest'
import type { Order, Purchase } from './contract.ts'
import { headline, purchaseState } from './purchase-state.ts'

const order = {
  _id: 'a',
  paid: true,
  refunded: false,
  paidAt: '2026-11-18T10:00:00',
  createdAt: '2026-11-18T09:00:00',
} as Order

test.each([
  { what: 'nothing is paid', is: { paid: false }, customers: 'Waiting for payment', staff: 'Unpaid' },
  {
    what: 'the address is missing',
    is: { delivery: 'needs_address' as const },
    customers: 'Needs an address',
  },
  {
    what: 'nothing is packed',
    is: { delivery: 'to_pack' as const },
    customers: 'Being prepared',
    staff: 'To pack',
  },
  { what: 'all is packed', is: { delivery: 'packed' as const }, customers: 'Packed' },
  { what: 'all is shipped', is: { delivery: 'shipped' as const }, customers: 'Shipped' },
  { what: 'all has arrived', is: { delivery: 'delivered' as const }, customers: 'Delivered Nov 20' },
  {
    what: 'a return is asked for',
    is: { delivery: 'delivered' as const, return: 'asked' as const },
    customers: 'Return asked',
  },
  {
    what: 'a return is completed',
    is: { delivery: 'delivered' as const, return: 'completed' as const },
    customers: 'Delivered Nov 20',
  },
  { what: 'all is refunded', is: { refunded: true }, customers: 'Refunded' },
  { what: 'all is cancelled', is: { cancelledAt: '2026-11-18' }, customers: 'Cancelled' },
])(
  'a purchase of which $what is $customers, and for staff $staff',
  ({ is, customers, staff = customers }) => {
    const whole = { total: 92.4, deliveredAt: '2026-11-20T11:31:00' }
    expect(purchaseState([{ ...order, ...is }], whole).name).toBe(customers)
    expect(purchaseState([{ ...order, ...is }], whole, { isForAdmin: true }).name).toBe(staff)
  },
)

test('what costs nothing waits for an address alone', () => {
  const free = { ...order, paid: false }
  expect(purchaseState([free], { total: 0 }).name).toBe('Needs an address')
  expect(purchaseState([{ ...free, delivery: 'to_pack' }], { total: 0 }).name).toBe('Being prepared')
})

describe('the title', () => {
  const days = { least: 2, most: 4 }
  const purchase = (state: string, deliveredAt?: string) =>
    ({ orders: [{ ...order, delivery: state }], total: 92.4, parcel: { state, deliveredAt } }) as Purchase

  test('the title says when it arrives as long as that is ahead, and then where it is', () => {
    const titleOn = (day: string, state = 'shipped') => headline(purchase(state), days, new Date(day))
    for (const state of ['to_pack', 'packed', 'shipped'])
      expect(titleOn('2026-11-19T10:00:00', state)).toBe('Arrives Fri, Nov 20 to Tue, Nov 24')
    expect(titleOn('2026-11-24T23:00:00')).toBe('Arrives Fri, Nov 20 to Tue, Nov 24')
    expect(titleOn('2026-11-25T00:10:00')).toBe('Shipped')
    expect(titleOn('2026-11-25T00:10:00', 'to_pack')).toBe('Being prepared')
    expect(titleOn('2026-11-19T10:00:00', 'needs_address')).toBe('Where should it go?')
    expect(headline(purchase('delivered', '2026-11-20T11:31:00'), days, new Date())).toBe(
      'Delivered Fri, Nov 20',
    )
  })
})
