import type { PurchaseRow } from '~/database/tables.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { collectionId } from '~/shop/rates/ways.ts'
import type { ParcelProgress } from './contract.ts'

/** How far the parcel of a purchase has come; none of these before it is paid. */
export const deliveryStates = ['needs_address', 'to_pack', 'packed', 'shipped', 'delivered'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What admins look at: what is to be done. */
export const parcelFilters = ['to_pack', 'packed', 'shipped', 'needs_address', 'delivered'] as const
export type ParcelFilter = (typeof parcelFilters)[number]

export const deliveryNames: Record<DeliveryState, string> = {
  needs_address: 'Needs an address',
  to_pack: 'To pack',
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
}

/** The step before, for undoing a mistake. */
export const stepBack: Partial<Record<DeliveryState, DeliveryState>> = {
  packed: 'to_pack',
  shipped: 'packed',
  delivered: 'shipped',
}

type Carrier = { name: string; trackingUrl?: (trackingNumber: string) => string }

/** The admin chooses: from a number alone nobody can tell whose it is. */
export const carriers = {
  dhl: {
    name: 'DHL',
    trackingUrl: (n) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${n}`,
  },
  fedex: { name: 'FedEx', trackingUrl: (n) => `https://www.fedex.com/fedextrack/?trknbr=${n}` },
  gls: { name: 'GLS', trackingUrl: (n) => `https://gls-group.com/track/${n}` },
  ups: { name: 'UPS', trackingUrl: (n) => `https://www.ups.com/track?tracknum=${n}` },
  usps: {
    name: 'USPS',
    trackingUrl: (n) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${n}`,
  },
  other: { name: 'Another carrier' },
} satisfies Record<string, Carrier>
export type CarrierCode = keyof typeof carriers
export const carrierCodes = Object.keys(carriers) as [CarrierCode, ...CarrierCode[]]

export const trackingWords = 'A tracking number has 4 to 40 letters, digits and dashes'

/** Without spaces, 4 to 40 letters, digits and dashes; undefined for anything else. */
export function readTrackingNumber(typed: string) {
  const number = typed.replace(/\s+/g, '').toUpperCase()
  return /^[A-Z0-9-]{4,40}$/.test(number) ? number : undefined
}

/** Where the customer can follow the parcel; undefined where only the number is known. */
export function trackingUrl(code: CarrierCode, trackingNumber: string | undefined) {
  const carrier: Carrier = carriers[code]
  return trackingNumber && carrier.trackingUrl?.(encodeURIComponent(trackingNumber))
}

export const addressIn = ({ address }: Pick<PurchaseRow, 'address'>) =>
  address ? (JSON.parse(address) as Address) : undefined

/** At the workshop: it has no address, and needs none. */
export const isCollected = ({ delivery }: Pick<PurchaseRow, 'delivery'>) =>
  delivery !== null && JSON.parse(delivery).way === collectionId

export function deliveryOf(purchase: PurchaseRow): ParcelProgress | undefined {
  const { delivery_state: state, tracking_number: trackingNumber } = purchase
  if (!state) return undefined
  const carrier = purchase.carrier as CarrierCode | null
  const url = carrier && trackingUrl(carrier, trackingNumber ?? undefined)
  return {
    state,
    ...(purchase.packed_at && { packedAt: purchase.packed_at }),
    ...(purchase.shipped_at && { shippedAt: purchase.shipped_at }),
    ...(purchase.delivered_at && { deliveredAt: purchase.delivered_at }),
    ...(carrier && { carrier: carriers[carrier].name }),
    ...(trackingNumber && { trackingNumber }),
    ...(url && { trackingUrl: url }),
  }
}
