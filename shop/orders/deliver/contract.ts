import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { numeric } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { AddressInput, ShownAddress } from '~/shop/addresses/contract.ts'
import { OrderedFit } from '~/shop/fitment/contract.ts'
import { byId, commonRefusals, restock } from '../common-contract.ts'
import { sizes } from '../rules.ts'
import { deliveryStates, parcelFilters, readTrackingNumber, trackingWords } from './delivery-rules.ts'
import { papers } from './slips.ts'

/** How far the parcel of a purchase has come. */
export const ParcelProgress = z.object({
  state: z.enum(deliveryStates),
  packedAt: z.string().optional(),
  shippedAt: z.string().optional(),
  deliveredAt: z.string().optional(),
  /** Its name. */
  carrier: z.string().optional(),
  trackingNumber: z.string().optional(),
  trackingUrl: z.string().optional(),
})
export type ParcelProgress = z.infer<typeof ParcelProgress>

/** A purchase as it is packed: no prices. */
export const Parcel = z.object({
  _id: z.string(),
  purchaseId: z.string(),
  /** Which one of those of its purchase; absent where there is one. */
  part: z.object({ nth: z.number().int(), of: z.number().int() }).optional(),
  email: z.string(),
  userName: z.string(),
  createdAt: z.string(),
  address: ShownAddress.optional(),
  /** Its customer comes to the workshop for it. */
  isCollected: z.literal(true).optional(),
  delivery: ParcelProgress,
  /** The bank asks about the payment, takes it back, or has taken it: it is not sent. */
  disputed: z.boolean(),
  /** Of what is in it and where it goes: another one once either has changed. */
  version: z.string(),
  /** Without what was cancelled or refunded before it was packed. */
  lines: z.array(
    z.object({
      orderId: z.string(),
      productId: z.string(),
      productName: z.string(),
      image: z.string(),
      size: z.enum(sizes),
      quantity: z.number().int(),
      /** How many of them were refunded since it was packed, and are in it nevertheless. */
      refunded: z.number().int().optional(),
      fit: OrderedFit.optional(),
    }),
  ),
})
export type Parcel = z.infer<typeof Parcel>

/** As it is put on paper for who packs it: where its parts lie, and nothing of its customer but where it goes. */
export const Slip = Parcel.omit({ email: true }).extend({
  lines: z.array(
    Parcel.shape.lines.element.extend({
      /** The shop's own; absent where it has none. */
      partNumber: z.string().optional(),
      /** Empty where nobody has said where it lies. */
      shelf: z.string(),
    }),
  ),
})
export type Slip = z.infer<typeof Slip>

/** With what the owner says at the end of each. */
export const PrintedSlips = z.object({ note: z.string(), slips: z.array(Slip) })
export type PrintedSlips = z.infer<typeof PrintedSlips>

/** What is stuck on a parcel. */
export const Label = z.object({
  _id: z.string(),
  from: z.array(z.string()),
  to: z.array(z.string()),
  phone: z.string().optional(),
  /** Of its purchase. */
  number: z.string(),
  part: Parcel.shape.part,
  createdAt: z.string(),
  /** False when a name has letters that the PDF cannot show. */
  hasPdf: z.boolean(),
})
export type Label = z.infer<typeof Label>

/** Whom a parcel may go with. */
export const ListedCarrier = z.object({
  code: z.string(),
  name: z.string(),
  /** The address of its tracking page, with `{}` for the number; absent where only the number is told. */
  tracking: z.string().optional(),
})
export type ListedCarrier = z.infer<typeof ListedCarrier>

export const mostSlips = 100

/** Each of these is at most as long as an id. */
const ParcelIds = z
  .string()
  .max(mostSlips * 33)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length > 0 && ids.length <= mostSlips, `Name 1 to ${mostSlips} parcels`)

export const ParcelsQuery = ListQuery.extend({ state: choice(parcelFilters) })

export const PackParcels = z.object({
  ids: z.array(z.string().max(64), 'Name the purchases').min(1, 'Name the purchases').max(100),
  /** By id the version that was packed: a parcel that has changed since is not marked. */
  seen: z.record(z.string().max(64), z.string().max(64)).optional(),
})

export type PackParcels = z.infer<typeof PackParcels>

export const ShipParcel = z.object({
  /** The code of a usual one, or the name of one of the owner's own. */
  carrier: z.string('Choose the carrier').max(60, 'Choose the carrier'),
  trackingNumber: z
    .string()
    .max(100, trackingWords)
    .transform((typed, context) => {
      const number = readTrackingNumber(typed)
      if (number) return number
      context.addIssue({ code: 'custom', message: trackingWords })
      return z.NEVER
    })
    .optional(),
})
export type ShipParcel = z.infer<typeof ShipParcel>

export const SplitParcel = z.object({
  /** What goes into the new one. */
  lines: z
    .array(z.object({ orderId: z.string().max(64), quantity: z.number().int().min(1).max(1_000_000) }))
    .min(1, 'Name the pieces')
    .max(100),
  /** The version that was split. */
  seen: z.string().max(64).optional(),
})
export type SplitParcel = z.infer<typeof SplitParcel>

/** The step that was seen: of two clicks the second finds another one. */
export const UndoParcelStep = z.object({ from: z.enum(deliveryStates).optional() }).nullish()

export const TakeOutOfParcel = z.object({ restock })

export const parcelContract = {
  setPurchaseAddress: {
    params: byId,
    body: AddressInput.extend({
      /** In dollars: what the customer has agreed to pay in all, where another address costs another price. */
      total: numeric('Total must be a number', z.number().min(0)).optional(),
      /** How it shall go; the cheapest way where nothing is said. */
      way: z.string().max(40).optional(),
    }),
    response: z.object({ modifiedCount: z.literal(1) }),
  },
  askForAddress: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
  listParcels: { query: ParcelsQuery, response: z.array(Parcel) },
  getSlips: { query: z.object({ ids: ParcelIds }), response: PrintedSlips },
  getLabels: { query: z.object({ ids: ParcelIds }), response: z.array(Label) },
  getLabelsFile: {
    query: z.object({ ids: ParcelIds, paper: z.enum(papers).default('4x6') }),
    response: z.string(),
  },
  listCarriers: { response: z.array(ListedCarrier) },
  packParcels: {
    body: PackParcels,
    response: z.object({
      modifiedCount: z.number().int(),
      /** Those that are not as they were seen, and not packed. */
      changed: z.array(z.string()).optional(),
    }),
  },
  shipParcel: { params: byId, body: ShipParcel, response: z.object({ modifiedCount: z.literal(1) }) },
  deliverParcel: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
  undoParcelStep: { params: byId, body: UndoParcelStep, response: z.object({ modifiedCount: z.literal(1) }) },
  splitParcel: { params: byId, body: SplitParcel, response: z.object({ insertedId: z.string() }) },
  joinParcel: { params: byId, response: z.object({ modifiedCount: z.literal(1) }) },
  takeOutOfParcel: {
    params: byId,
    body: TakeOutOfParcel,
    response: z.object({ modifiedCount: z.literal(1) }),
  },
} satisfies Contract
export type ParcelContract = typeof parcelContract

export const refuse = refusalsOf({
  ...commonRefusals,
  no_label: [404, 'None of these goes to an address that is known.'],
  no_pdf: [
    409,
    'The PDF cannot show all letters of this label. Print the page of the label instead: your browser knows them.',
  ],
  new_total: [
    409,
    'Delivery to this address costs {delivery}. New total: {total}. Nothing was changed.',
    'total_changed',
  ],
  place_needed: [422, 'Choose a country from the list'],
  address_elsewhere: [
    409,
    'Delivery to {place} costs another price or has another tax, and this purchase is paid. Write to us.',
  ],
  address_too_late: [409, 'This purchase is packed already: its address cannot be changed any more.'],
  no_address: [
    409,
    'This purchase has no address, and nothing is sent without one. Ask for it, or refund it.',
  ],
  has_address: [409, 'This purchase waits for no address any more. Look at the list again.'],
  asked_today: [409, 'This customer was reminded today already.'],
  unknown_carrier: [422, 'Choose the carrier'],
  parcel_changed: [
    409,
    'This parcel has changed since its slip was printed. Nothing was marked: print it again, and pack what it says now.',
  ],
  another_step: [409, 'This parcel is at another step by now. Look at the list again.'],
  disputed: [409, "The customer's bank asks about the payment: nothing is sent until it has decided."],
  no_such_split: [409, 'Move pieces that are in this parcel, and leave at least one in it.'],
  too_many_parcels: [409, 'This purchase has as many parcels as it may have.'],
  nothing_to_join: [409, 'This purchase has no other parcel that is not packed yet.'],
  not_free: [409, 'Only a part of a paid purchase that cost nothing is taken out. Refund what was paid for.'],
  packed_already: [409, 'This parcel is packed already. Take that step back first.'],
  no_step_back: [409, 'There is no step to take back.'],
  address_gone: [409, 'The address of this parcel was deleted with its account: it stays shipped.'],
})
