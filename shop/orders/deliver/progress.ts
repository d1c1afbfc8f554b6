import type { PurchaseRow } from '~/database/tables.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import type { ParcelProgress } from './contract.ts'
import type { CarrierCode } from './delivery-rules.ts'
import { carriers, trackingUrl } from './delivery-rules.ts'

export const addressIn = ({ address }: Pick<PurchaseRow, 'address'>) =>
  address ? (JSON.parse(address) as Address) : undefined

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
