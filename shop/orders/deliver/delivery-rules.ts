import type { ParcelRow, PurchaseRow } from '~/database/tables.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import type { OwnCarrier } from '~/shop/business/carrier-lines.ts'
import { collectionId } from '~/shop/rates/ways.ts'
import type { ParcelProgress } from './contract.ts'

/** How far the parcel of a purchase has come; none of these before it is paid. */
export const deliveryStates = ['needs_address', 'to_pack', 'packed', 'shipped', 'delivered'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** How far that is. */
export const rankOf = (state: DeliveryState) => deliveryStates.indexOf(state)

/** Of one purchase. */
export const mostParcels = 20

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

type Carrier = { name: string; tracking?: string }

/** The usual ones, `{}` where the number goes. Who packs chooses: from a number alone nobody can tell whose it is. */
export const carriers = {
  'australia-post': { name: 'Australia Post', tracking: 'https://auspost.com.au/mypost/track/#/details/{}' },
  'canada-post': {
    name: 'Canada Post',
    tracking: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={}',
  },
  dhl: { name: 'DHL', tracking: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={}' },
  'dhl-express': { name: 'DHL Express', tracking: 'https://www.dhl.com/en/express/tracking.html?AWB={}' },
  'dhl-germany': {
    name: 'DHL Germany',
    tracking: 'https://www.dhl.de/en/privatkunden/dhl-sendungsverfolgung.html?piececode={}',
  },
  dpd: { name: 'DPD', tracking: 'https://www.dpd.com/tracking/{}' },
  'dpd-uk': { name: 'DPD UK', tracking: 'https://track.dpd.co.uk/parcels/{}' },
  evri: { name: 'Evri', tracking: 'https://www.evri.com/track-a-parcel#/tracking/{}' },
  fedex: { name: 'FedEx', tracking: 'https://www.fedex.com/fedextrack/?trknbr={}' },
  gls: { name: 'GLS', tracking: 'https://gls-group.com/track/{}' },
  'la-poste': { name: 'La Poste', tracking: 'https://www.laposte.fr/outils/suivre-vos-envois?code={}' },
  ontrac: { name: 'OnTrac', tracking: 'https://www.ontrac.com/tracking/?number={}' },
  postnl: { name: 'PostNL', tracking: 'https://postnl.nl/tracktrace/?B={}' },
  'royal-mail': {
    name: 'Royal Mail',
    tracking: 'https://www.royalmail.com/track-your-item#/tracking-results/{}',
  },
  ups: { name: 'UPS', tracking: 'https://www.ups.com/track?tracknum={}' },
  usps: { name: 'USPS', tracking: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={}' },
  other: { name: 'Another carrier' },
} satisfies Record<string, Carrier>

/** What who packs chooses from: the owner's own first, in place of a usual one of the same name. */
export function carriersWith(own: OwnCarrier[]): (Carrier & { code: string })[] {
  const isOwn = (name: string) => own.some((it) => it.name.toLowerCase() === name.toLowerCase())
  const usual = Object.entries(carriers as Record<string, Carrier>)
  return [
    ...own.map((carrier) => ({ code: carrier.name, ...carrier })),
    ...usual.filter(([, { name }]) => !isOwn(name)).map(([code, carrier]) => ({ code, ...carrier })),
  ]
}

/** The owner's own by its name, or a usual one by its code, whose place the owner's own may have taken. */
export function carrierOf(code: string, own: OwnCarrier[]): Carrier | undefined {
  const named = (name: string) => own.find((it) => it.name.toLowerCase() === name.toLowerCase())
  const usual = Object.hasOwn(carriers, code) ? carriers[code as keyof typeof carriers] : undefined
  return own.find(({ name }) => name === code) ?? (usual && named(usual.name)) ?? usual
}

export const trackingWords = 'A tracking number has 4 to 40 letters, digits and dashes'

/** Without spaces, 4 to 40 letters, digits and dashes; undefined for anything else. */
export function readTrackingNumber(typed: string) {
  const number = typed.replace(/\s+/g, '').toUpperCase()
  return /^[A-Z0-9-]{4,40}$/.test(number) ? number : undefined
}

/** Where the customer can follow the parcel; undefined where only the number is known. */
export const trackingUrl = ({ tracking }: Carrier, trackingNumber: string | undefined) =>
  trackingNumber && tracking?.replace('{}', encodeURIComponent(trackingNumber))

export const addressIn = ({ address }: Pick<PurchaseRow, 'address'>) =>
  address ? (JSON.parse(address) as Address) : undefined

/** At the workshop: it has no address, and needs none. */
export const isCollected = ({ delivery }: Pick<PurchaseRow, 'delivery'>) =>
  delivery !== null && JSON.parse(delivery).way === collectionId

type Shipment = Pick<
  ParcelRow,
  | 'packed_at'
  | 'shipped_at'
  | 'delivered_at'
  | 'carrier'
  | 'carrier_name'
  | 'tracking_number'
  | 'tracking_url'
>

/** Of a purchase as of one of its parcels. */
export function progressOf(state: DeliveryState, row: Shipment): ParcelProgress {
  const carrier = shownCarrier(row)
  return {
    state,
    ...(row.packed_at && { packedAt: row.packed_at }),
    ...(row.shipped_at && { shippedAt: row.shipped_at }),
    ...(row.delivered_at && { deliveredAt: row.delivered_at }),
    ...(carrier && { carrier: carrier.name }),
    ...(row.tracking_number && { trackingNumber: row.tracking_number }),
    ...(carrier?.url && { trackingUrl: carrier.url }),
  }
}

/** As it was when it took the parcel; what was shipped before that was stored went with one that is known by its code. */
function shownCarrier({
  carrier: code,
  carrier_name: name,
  tracking_number: number,
  tracking_url: url,
}: Shipment) {
  if (!code) return undefined
  if (name) return { name, url }
  const carrier = carrierOf(code, [])
  return carrier && { name: carrier.name, url: trackingUrl(carrier, number ?? undefined) }
}
