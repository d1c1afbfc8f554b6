import fc from 'fast-check'

/** What somebody wishes to do next. Numbers point at a person, product or order, around the end of the list. */
export type Command =
  | { act: 'order'; product: number; quantity: number; price: 'seen' | 'none' | 'lower' }
  | { act: 'order twice'; product: number; quantity: number }
  | { act: 'cancel' | 'begin' | 'look at order' | 'let expire'; order: number }
  | { act: 'pay'; order: number; card: string }
  | { act: 'tell'; order: number; by: number }
  | { act: 'refund'; order: number; restock: boolean }
  | { act: 'refund by hand'; order: number; share: number }
  | { act: 'retry refund'; order: number }
  | { act: 'set stock'; product: number; pieces: number }
  | { act: 'set price'; product: number; cents: number }
  | { act: 'my orders' | 'promote' | 'delete person'; person: number }
  | { act: 'look at product' | 'delete product'; product: number }
  | { act: 'add product' | 'all orders' | 'forge webhook' | 'sweep' | 'expire' | 'bank works' }

const any = fc.nat({ max: 1000 })
const said = <A extends Command['act']>(act: A) => fc.constant(act)

const often = 8
const sometimes = 3

/** Mostly buying and paying, as in a shop; the rest often enough to get in between. */
export const aCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3 * often,
    arbitrary: fc.record({
      act: said('order'),
      product: any,
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.constantFrom('seen', 'seen', 'seen', 'seen', 'none', 'lower'),
    }),
  },
  {
    weight: sometimes,
    arbitrary: fc.record({
      act: said('order twice'),
      product: any,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2 * often, arbitrary: fc.record({ act: said('begin'), order: any }) },
  {
    weight: 2 * often,
    arbitrary: fc.record({
      act: said('pay'),
      order: any,
      card: fc.oneof(
        { weight: 8, arbitrary: fc.constant('pm_card_visa') },
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            'pm_card_visa_chargeDeclined',
            'pm_card_pendingRefund',
            'pm_card_refundFail',
            'pm_card_createDispute',
          ),
        },
      ),
    }),
  },
  { weight: often, arbitrary: fc.record({ act: said('tell'), order: any, by: any }) },
  { weight: often, arbitrary: fc.record({ act: said('cancel'), order: any }) },
  { weight: sometimes, arbitrary: fc.record({ act: said('let expire'), order: any }) },
  { weight: sometimes, arbitrary: fc.record({ act: said('refund'), order: any, restock: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: said('refund by hand'), order: any, share: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: said('retry refund'), order: any }) },
  { weight: often, arbitrary: fc.record({ act: said('my orders'), person: any }) },
  { weight: often, arbitrary: fc.record({ act: said('look at order'), order: any }) },
  { weight: 2 * often, arbitrary: fc.record({ act: said('look at product'), product: any }) },
  {
    weight: sometimes,
    arbitrary: fc.record({ act: said('set stock'), product: any, pieces: fc.nat({ max: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: said('set price'), product: any, cents: fc.integer({ min: 50, max: 9999 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: said('promote'), person: any }) },
  { weight: 1, arbitrary: fc.record({ act: said('delete person'), person: any }) },
  { weight: 1, arbitrary: fc.record({ act: said('delete product'), product: any }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constantFrom('add product', 'all orders', 'forge webhook', 'sweep', 'expire', 'bank works'),
    }),
  },
) as fc.Arbitrary<Command>
