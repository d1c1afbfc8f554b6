import fc from 'fast-check'

/** One request. A number selects a person, product or order, modulo the length of its list. */
export type Command =
  | { type: 'order'; product: number; quantity: number; price: 'seen' | 'none' | 'lower' }
  | { type: 'order twice'; product: number; quantity: number }
  | { type: 'cancel' | 'start payment' | 'read order' | 'reach expiry'; order: number }
  | { type: 'pay'; order: number; card: string }
  | { type: 'confirm payment'; order: number; with: number }
  | { type: 'checkout'; products: [number, number]; quantity: number }
  | { type: 'refund'; order: number; restock: boolean; quantity?: number | undefined }
  | { type: 'set cart line'; product: number; quantity: number }
  | { type: 'set address' | 'pack' | 'ship' | 'deliver' | 'undo step' | 'order again'; order: number }
  | { type: 'ask return'; order: number; quantity: number }
  | { type: 'answer return'; return: number; accept: boolean }
  | { type: 'receive return'; return: number; sound: boolean }
  | { type: 'refund return' | 'withdraw return'; return: number }
  | { type: 'decide dispute'; order: number; status: 'won' | 'lost' }
  | { type: 'refund by hand'; order: number; share: number }
  | { type: 'retry refund'; order: number }
  | { type: 'set stock'; product: number; pieces: number }
  | { type: 'set price'; product: number; cents: number }
  | { type: 'my orders' | 'all orders' | 'promote' | 'delete person'; person: number }
  | { type: 'read product' | 'delete product'; product: number }
  | { type: 'add product' | 'forge webhook' | 'sweep' | 'expire' | 'finish refunds' }

const any = fc.nat({ max: 1000 })
const constant = <A extends Command['type']>(type: A) => fc.constant(type)

const often = 8
const sometimes = 3

/** Mostly buying and paying, as in a shop; the rest often enough to get in between. */
export const aCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3 * often,
    arbitrary: fc.record({
      type: constant('order'),
      product: any,
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.constantFrom('seen', 'seen', 'seen', 'seen', 'none', 'lower'),
    }),
  },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: constant('order twice'),
      product: any,
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: often,
    arbitrary: fc.record({
      type: constant('checkout'),
      products: fc.tuple(any, any),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: constant('set cart line'),
      product: any,
      quantity: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: constant('order again'), order: any }) },
  { weight: 2 * often, arbitrary: fc.record({ type: constant('set address'), order: any }) },
  { weight: often, arbitrary: fc.record({ type: constant('pack'), order: any }) },
  { weight: often, arbitrary: fc.record({ type: constant('ship'), order: any }) },
  { weight: sometimes, arbitrary: fc.record({ type: constant('deliver'), order: any }) },
  { weight: 1, arbitrary: fc.record({ type: constant('undo step'), order: any }) },
  {
    weight: often,
    arbitrary: fc.record({
      type: constant('ask return'),
      order: any,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: constant('answer return'),
      return: any,
      accept: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: often,
    arbitrary: fc.record({ type: constant('receive return'), return: any, sound: fc.boolean() }),
  },
  { weight: sometimes, arbitrary: fc.record({ type: constant('refund return'), return: any }) },
  { weight: sometimes, arbitrary: fc.record({ type: constant('withdraw return'), return: any }) },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: constant('decide dispute'),
      order: any,
      status: fc.constantFrom('won', 'lost'),
    }),
  },
  { weight: 2 * often, arbitrary: fc.record({ type: constant('start payment'), order: any }) },
  {
    weight: 2 * often,
    arbitrary: fc.record({
      type: constant('pay'),
      order: any,
      card: fc.oneof(
        { weight: 8, arbitrary: fc.constant('pm_card_visa') },
        // Often enough that in ten thousand operations some disputes are won and some are lost.
        { weight: 3, arbitrary: fc.constant('pm_card_createDispute') },
        {
          weight: 5,
          arbitrary: fc.constantFrom(
            'pm_card_visa_chargeDeclined',
            'pm_card_pendingRefund',
            'pm_card_refundFail',
          ),
        },
      ),
    }),
  },
  { weight: often, arbitrary: fc.record({ type: constant('confirm payment'), order: any, with: any }) },
  { weight: sometimes, arbitrary: fc.record({ type: constant('cancel'), order: any }) },
  { weight: sometimes, arbitrary: fc.record({ type: constant('reach expiry'), order: any }) },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: constant('refund'),
      order: any,
      restock: fc.boolean(),
      quantity: fc.constantFrom(undefined, undefined, 1, 2),
    }),
  },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: constant('refund by hand'),
      order: any,
      share: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: sometimes, arbitrary: fc.record({ type: constant('retry refund'), order: any }) },
  { weight: often, arbitrary: fc.record({ type: constant('my orders'), person: any }) },
  { weight: often, arbitrary: fc.record({ type: constant('read order'), order: any }) },
  { weight: 2 * often, arbitrary: fc.record({ type: constant('read product'), product: any }) },
  {
    weight: sometimes,
    arbitrary: fc.record({ type: constant('set stock'), product: any, pieces: fc.nat({ max: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: constant('set price'),
      product: any,
      cents: fc.integer({ min: 50, max: 9999 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: constant('all orders'), person: any }) },
  { weight: 1, arbitrary: fc.record({ type: constant('promote'), person: any }) },
  { weight: 1, arbitrary: fc.record({ type: constant('delete person'), person: any }) },
  { weight: 1, arbitrary: fc.record({ type: constant('delete product'), product: any }) },
  {
    weight: sometimes,
    arbitrary: fc.record({
      type: fc.constantFrom('add product', 'forge webhook', 'sweep', 'expire', 'finish refunds'),
    }),
  },
) as fc.Arbitrary<Command>
