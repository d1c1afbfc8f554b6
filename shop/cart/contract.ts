import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { numeric } from '~/platform/http/input/schemas.ts'
import { isId } from '~/platform/id.ts'
import { exactCents } from '~/platform/money.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { ShownAddress } from '~/shop/addresses/contract.ts'
import { mostPieces, noSuchProduct } from '~/shop/catalogue/rules.ts'
import { OfferedDiscount, TypedCode } from '~/shop/discounts/contract.ts'
import { CarOfLine, OrderedFit, PartFit } from '~/shop/fitment/contract.ts'
import { quantityNotReal, sizes } from '~/shop/orders/rules.ts'
import { DeliveryTo, PlaceOf } from '~/shop/rates/contract.ts'
import { shipping } from '~/shop/rates/ways.ts'
import { cartFull, fullWords, isSameLine, mostLines, noCartForStaff, savedFull } from './rules.ts'

const quantityFrom = (least: number) =>
  numeric(quantityNotReal, z.number().int(quantityNotReal).min(least, quantityNotReal).max(mostPieces))

const lineFields = {
  productId: z.string('Product is required').refine(isId, 'No such product'),
  size: z.enum(sizes, `Size must be one of ${sizes.join(', ')}`),
  /** What one cost when it was put in, in dollars: to say what has changed, never to be charged. */
  price: numeric('Price must be a number', z.number().min(0).max(10_000_000)).optional(),
  /** The car that it is for. */
  car: CarOfLine.optional(),
}
const Line = z.object({ ...lineFields, quantity: quantityFrom(1) })
const linesOf = (list: keyof typeof fullWords) =>
  z
    .array(Line, 'Lines are required')
    .max(mostLines, fullWords[list])
    .refine(
      (lines) => lines.every((line, n) => lines.findIndex((it) => isSameLine(it, line)) === n),
      'Each part stands in the cart once per size.',
    )
const Lines = linesOf('lines')
/** Clients of the version before know of none. */
const Lists = z.object({ lines: Lines, saved: linesOf('saved').default([]) })

/** A line with what is known about its part now; a part that is gone has nothing. */
const CartLineView = z.object({
  productId: z.string(),
  size: z.enum(sizes),
  quantity: z.number().int(),
  price: z.number().optional(),
  car: z.object({ vehicleId: z.string(), facts: z.string() }).optional(),
  /** How it fits its car now; absent without one, and when the car is no longer listed. */
  fit: OrderedFit.extend({ question: PartFit.shape.question }).optional(),
  product: z
    .object({
      productName: z.string(),
      image: z.string(),
      price: z.number(),
      /** For the old part of one, beside the price. */
      deposit: z.number(),
      /** What the price is for; empty for a piece. */
      unit: z.string(),
      availableQty: z.number().int(),
      orderQty: z.number().int(),
      /** Of one piece; null where it is not known. */
      grams: z.number().int().nullable(),
      ships: z.enum(shipping),
    })
    .optional(),
})
export type CartLineView = z.infer<typeof CartLineView>

export const Cart = z.object({
  lines: z.array(CartLineView),
  /** For later: neither in a total nor in an order. */
  saved: z.array(CartLineView),
  /** In dollars, for a purchase that is not above the sum from which delivery is free; 0 when it is included. */
  deliveryFee: z.number(),
  /** Where it goes unless its customer says otherwise; absent for visitors, and without a saved address. */
  deliverTo: ShownAddress.optional(),
  /** How it can get there and for what, or to the workshop's place where none is known; absent where the owner has set nothing. */
  delivery: DeliveryTo.optional(),
})
export type Cart = z.infer<typeof Cart>

const Checkout = z.object({
  lines: Lines.refine((lines) => lines.length > 0, 'The cart is empty.'),
  /** All that the customer was shown, delivery included, in dollars. */
  total: numeric('Total is required', z.number().min(0)).transform((dollars, context) => {
    const cents = exactCents(dollars)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message: 'Total must be in whole cents' })
    return z.NEVER
  }),
  /** Where it goes, for somebody who has not saved an address; else that of the address that was used last. */
  place: PlaceOf.optional(),
  /** How it goes; the cheapest way where nothing is said. */
  way: z.string().max(40).optional(),
  /** A code that takes something off; the total is what is left. */
  code: TypedCode.optional(),
})

/** What a code promises these lines; whether it keeps it is decided when they are ordered. */
const AskDiscount = z.object({ code: TypedCode, lines: Lines })

export const cartContract = {
  getCart: { response: Cart },
  setCartLine: {
    body: z.object({
      ...lineFields,
      quantity: quantityFrom(0),
      /** Among what is saved for later; else in the cart. */
      saved: z.boolean('Saved must be true or false').optional(),
    }),
    response: Cart,
  },
  mergeCart: { body: Lists, response: Cart },
  checkCart: { body: Lists, response: Cart },
  askDiscount: { body: AskDiscount, response: OfferedDiscount },
  askOwnDiscount: { body: AskDiscount, response: OfferedDiscount },
  orderAgain: {
    params: z.object({ id: z.string() }),
    /** The car that the parts are for this time; `orderId` for one part of the purchase alone. */
    body: z.object({ car: CarOfLine.optional(), orderId: z.string().max(100).optional() }).nullish(),
    response: z.object({
      cart: Cart,
      /** What could not be had as it was ordered. */
      shortages: z.array(
        z.object({
          productName: z.string(),
          wanted: z.number().int(),
          got: z.number().int(),
          isGone: z.boolean(),
        }),
      ),
    }),
  },
  checkout: {
    body: Checkout,
    /** `orderId` is the first order of the purchase, by which it is paid. */
    response: z.object({ purchaseId: z.string(), orderId: z.string() }),
  },
} satisfies Contract
export type CartContract = typeof cartContract

export const refuse = refusalsOf({
  no_cart_for_staff: [403, noCartForStaff, 'forbidden'],
  cart_full: [422, cartFull],
  saved_full: [422, savedFull],
  unknown_product: [404, noSuchProduct],
  unknown_purchase: [404, 'There is no such purchase.'],
  not_yours: [403, 'This order belongs to somebody else.'],
})
