import fc from 'fast-check'

/**
 * What somebody does, in one request or a few. A number selects a person, product, order or refund, modulo the length of
 * its list.
 */
export type Command =
  | { type: 'order'; product: number; quantity: number; price: 'seen' | 'none' | 'lower' }
  | { type: 'order twice'; product: number; quantity: number }
  | { type: 'checkout'; products: number[]; quantity: number; twice: boolean }
  | { type: 'buy'; products: number[]; quantity: number; card: string; address: boolean }
  | { type: 'set cart line'; product: number; quantity: number }
  | { type: 'cancel' | 'start payment' | 'read order' | 'reach expiry' | 'order again'; order: number }
  | { type: 'pay'; order: number; card: string }
  | { type: 'confirm payment'; order: number; with: number }
  | { type: 'set address' | 'pack' | 'ship' | 'deliver' | 'undo step'; order: number }
  | { type: 'send'; order: number; steps: number }
  | { type: 'split'; order: number; pieces: number }
  | { type: 'join'; order: number }
  | { type: 'take out'; order: number; restock: boolean }
  | { type: 'ask return'; order: number; pieces: 'one' | 'all' }
  | { type: 'answer return'; return: number; accept: boolean }
  | { type: 'receive return'; return: number; sound: boolean }
  | { type: 'refund return' | 'withdraw return'; return: number }
  | { type: 'return old part'; order: number; pieces: 'one' | 'all'; gives: boolean }
  | { type: 'answer old part'; oldPart: number; accept: boolean }
  | { type: 'withdraw'; order: number; pieces: 'one' | 'all'; twice: boolean }
  | { type: 'state withdrawal'; order: number; confirm: boolean }
  | { type: 'bring back'; order: number; pieces: 'one' | 'all'; sound: boolean; refund: boolean }
  | { type: 'refund'; order: number; restock: boolean; quantity?: number | undefined }
  | { type: 'refund by hand'; order: number; share: number }
  | { type: 'refund piece by piece'; order: number; pieces: number }
  | { type: 'retry refund' | 'close refund' | 'bounce refund'; refund: number }
  | { type: 'dispute'; order: number; share: number; ends?: 'won' | 'lost' | undefined }
  | { type: 'inquire' | 'escalate inquiry' | 'close inquiry'; order: number }
  | { type: 'decide dispute'; order: number; status: 'won' | 'lost' }
  | { type: 'set stock'; product: number; pieces: number }
  | { type: 'set price'; product: number; cents: number }
  | { type: 'set rates'; cents: number }
  | { type: 'my orders' | 'all orders' | 'promote' | 'delete person'; person: number }
  | { type: 'read product' | 'delete product'; product: number }
  | { type: 'add product' | 'forge webhook' | 'sweep' | 'expire' | 'finish refunds' }

type With<C, A> = C extends { type: infer T } ? (A extends T ? C : never) : never
export type CommandOf<A extends Command['type']> = With<Command, A>

const any = fc.nat({ max: 1000 })
const between = (min: number, max: number) => fc.integer({ min, max })
const pieces = fc.constantFrom('one' as const, 'all' as const)
const card = fc.oneof(
  { weight: 10, arbitrary: fc.constant('pm_card_visa') },
  { weight: 3, arbitrary: fc.constant('pm_card_pendingRefund') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('pm_card_refundFail', 'pm_card_createDispute', 'pm_card_visa_chargeDeclined'),
  },
)

type Fields<A extends Command['type']> = {
  [Field in Exclude<keyof CommandOf<A>, 'type'>]: fc.Arbitrary<CommandOf<A>[Field]>
}
const command = <A extends Command['type']>(weight: number, type: A, fields: Fields<A>) => ({
  weight,
  arbitrary: fc.record({ type: fc.constant(type), ...fields }) as unknown as fc.Arbitrary<Command>,
})

/** Mostly buying, and what follows from it; the rest often enough to get in between. */
export const aCommand: fc.Arbitrary<Command> = fc.oneof(
  command(8, 'order', {
    product: any,
    quantity: between(1, 4),
    price: fc.constantFrom('seen', 'seen', 'seen', 'seen', 'none', 'lower'),
  }),
  command(2, 'order twice', { product: any, quantity: between(1, 2) }),
  command(6, 'checkout', {
    products: fc.array(any, { minLength: 2, maxLength: 3 }),
    quantity: between(1, 3),
    twice: fc.constantFrom(false, false, false, true),
  }),
  command(20, 'buy', {
    products: fc.array(any, { minLength: 1, maxLength: 3 }),
    quantity: between(1, 5),
    card,
    address: fc.constantFrom(true, true, true, false),
  }),
  command(1, 'order again', { order: any }),
  command(2, 'set cart line', { product: any, quantity: between(0, 3) }),
  command(6, 'cancel', { order: any }),
  command(4, 'start payment', { order: any }),
  command(6, 'pay', { order: any, card }),
  command(4, 'confirm payment', { order: any, with: any }),
  command(8, 'set address', { order: any }),
  command(4, 'pack', { order: any }),
  command(3, 'ship', { order: any }),
  command(2, 'deliver', { order: any }),
  command(12, 'send', { order: any, steps: fc.constantFrom(1, 1, 2, 3) }),
  command(3, 'undo step', { order: any }),
  command(6, 'split', { order: any, pieces: between(1, 2) }),
  command(1, 'join', { order: any }),
  command(3, 'take out', { order: any, restock: fc.boolean() }),
  command(4, 'ask return', { order: any, pieces }),
  command(3, 'answer return', { return: any, accept: fc.constantFrom(true, true, true, false) }),
  command(3, 'receive return', { return: any, sound: fc.boolean() }),
  command(3, 'refund return', { return: any }),
  command(2, 'withdraw return', { return: any }),
  command(7, 'withdraw', { order: any, pieces, twice: fc.constantFrom(false, false, true) }),
  command(3, 'state withdrawal', { order: any, confirm: fc.constantFrom(true, true, false) }),
  command(8, 'bring back', {
    order: any,
    pieces,
    sound: fc.boolean(),
    refund: fc.constantFrom(true, true, false),
  }),
  command(14, 'return old part', {
    order: any,
    pieces,
    gives: fc.boolean(),
  }),
  command(4, 'answer old part', { oldPart: any, accept: fc.constantFrom(true, true, false) }),
  command(16, 'refund', {
    order: any,
    restock: fc.boolean(),
    quantity: fc.constantFrom(undefined, 1, 1, 2),
  }),
  command(6, 'refund piece by piece', { order: any, pieces: between(2, 4) }),
  command(2, 'refund by hand', { order: any, share: between(1, 3) }),
  command(10, 'bounce refund', { refund: any }),
  command(7, 'retry refund', { refund: any }),
  command(2, 'close refund', { refund: any }),
  command(6, 'dispute', {
    order: any,
    share: between(1, 2),
    ends: fc.constantFrom(undefined, undefined, 'lost', 'won'),
  }),
  command(3, 'inquire', { order: any }),
  command(2, 'escalate inquiry', { order: any }),
  command(1, 'close inquiry', { order: any }),
  command(4, 'decide dispute', { order: any, status: fc.constantFrom('won', 'lost') }),
  command(2, 'my orders', { person: any }),
  command(1, 'all orders', { person: any }),
  command(2, 'read order', { order: any }),
  command(2, 'read product', { product: any }),
  command(2, 'set stock', { product: any, pieces: between(0, 60) }),
  command(1, 'set price', { product: any, cents: between(50, 9999) }),
  command(1, 'set rates', { cents: between(0, 1900) }),
  command(1, 'promote', { person: any }),
  command(1, 'delete person', { person: any }),
  command(1, 'delete product', { product: any }),
  command(1, 'add product', {}),
  command(1, 'forge webhook', {}),
  command(3, 'sweep', {}),
  command(3, 'reach expiry', { order: any }),
  command(2, 'expire', {}),
  command(2, 'finish refunds', {}),
)

/** Buying, and what else moves money: for many purchases in a short time. */
export const aPurchase: fc.Arbitrary<Command> = fc.oneof(
  command(50, 'buy', {
    products: fc.array(any, { minLength: 1, maxLength: 3 }),
    quantity: between(1, 5),
    card,
    address: fc.constantFrom(true, true, true, false),
  }),
  command(6, 'order', { product: any, quantity: between(1, 4), price: fc.constant('seen' as const) }),
  command(4, 'cancel', { order: any }),
  command(4, 'pay', { order: any, card }),
  command(4, 'confirm payment', { order: any, with: fc.constant(0) }),
  command(6, 'set address', { order: any }),
  command(3, 'send', { order: any, steps: between(1, 3) }),
  command(10, 'refund', {
    order: any,
    restock: fc.constant(true),
    quantity: fc.constantFrom(undefined, 1, 1, 2),
  }),
  command(3, 'refund piece by piece', { order: any, pieces: between(2, 4) }),
  command(2, 'refund by hand', { order: any, share: between(1, 3) }),
  command(4, 'return old part', { order: any, pieces, gives: fc.constant(true) }),
  command(4, 'withdraw', { order: any, pieces, twice: fc.constant(false) }),
  command(4, 'bounce refund', { refund: any }),
  command(3, 'retry refund', { refund: any }),
  command(2, 'dispute', { order: any, share: between(1, 2), ends: fc.constantFrom('lost', 'won') }),
  command(14, 'set stock', { product: any, pieces: between(20, 60) }),
  command(3, 'set price', { product: any, cents: between(50, 9999) }),
  command(3, 'set rates', { cents: between(0, 1900) }),
)
