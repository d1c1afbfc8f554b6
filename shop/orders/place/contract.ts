import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email, numeric } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'
import { CarOfLine } from '~/shop/fitment/contract.ts'
import { commonRefusals, Quantity } from '../common-contract.ts'
import { quantityAbove, quantityBelow, sizes } from '../rules.ts'

/** The browser also sends userName and image; the server knows both better. */
export const PlaceOrder = z
  .object({
    productId: z.string().max(64).optional(),
    productName: z.string().max(400).optional(),
    quantity: Quantity,
    size: z.enum(sizes, `Size must be one of ${sizes.join(', ')}`),
    /** The total that the customer was shown, in dollars; absent for a free product. */
    price: numeric('Price must be a number', z.number().min(0, 'Price must not be negative')).nullish(),
    email: Email.optional(),
    /** The car that it is for. */
    car: CarOfLine.optional(),
  })
  .refine((input) => input.productId || input.productName, {
    path: ['productName'],
    message: 'Product is required',
  })
export type PlaceOrder = z.infer<typeof PlaceOrder>

export const placeContract = {
  placeOrder: { body: PlaceOrder, response: z.object({ insertedId: z.string() }) },
} satisfies Contract

export const refuse = refusalsOf({
  ...commonRefusals,
  unknown_product: [404, noSuchProduct],
  several_of_that_name: [
    409,
    'More than one part is called “{productName}”: say which one by its productId.',
  ],
  staff_place_no_orders: [403, 'Order option for site admin is not allowed !!!', 'forbidden'],
  too_many_unpaid: [409, 'You have as many unpaid orders as you may have. Pay for some, or cancel them.'],
  too_many_pieces: [
    409,
    'At most {most} pieces can be kept for you without payment. Pay for orders that wait, or order fewer.',
    'too_many_unpaid',
  ],
  too_much_unpaid: [
    409,
    'Orders of at most {most} can be kept for you without payment. Pay for orders that wait, or order less.',
    'too_many_unpaid',
  ],
  below_minimum: [422, quantityBelow('{minimum}'), 'invalid'],
  out_of_stock: [409, quantityAbove],
  lines_not_available: [409, 'Some of these parts cannot be had as you want them. Nothing was ordered.'],
  total_changed: [409, 'The total has changed. Nothing was ordered.'],
  price_changed: [409, 'The price has changed.'],
  deposit_needed: [
    409,
    'A deposit of {deposit} is paid with it, which goes back when the old part is returned: {total} in all.',
    'price_changed',
  ],
  key_reused: [422, 'This Idempotency-Key was already used for another order.'],
})

/** Ordering, checking out and cancelling: each of them writes mails and rows that stay. */
export const orderingPace = ({ mostOrdersPerMinute }: { mostOrdersPerMinute: number }) => ({
  name: 'ordering',
  perMinute: mostOrdersPerMinute,
})
