import { toCents, toDollars } from '~/platform/money.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { currency } from '~/shop/payments/rules.ts'
import type { Days } from '~/shop/rates/ways.ts'
import { urls } from '~/shop/urls.ts'
import type { BuyingSettings } from './buying-terms.ts'
import { cheapestOffer } from './buying-terms.ts'

/**
 * What search engines read of delivery and returns beside an offer: what the owner has set, for the countries of the zone of
 * the workshop. Where it is not known to which country a price goes, nothing is said of it.
 */
export function offerTerms(
  product: Product,
  { delivery, returnDays }: Pick<BuyingSettings, 'delivery' | 'returnDays'>,
  publicUrl: string,
) {
  const { price, orderQty } = product
  // The cheapest way for the fewest that can be ordered.
  const goods = toDollars(toCents(price) * orderQty)
  const offer = delivery && cheapestOffer(goods, delivery, product, orderQty)
  const destinations = (delivery?.zone?.areas ?? [])
    .filter(({ country, postcodes }) => country !== '*' && !postcodes?.length)
    .map(({ country, region }) => ({
      '@type': 'DefinedRegion',
      addressCountry: country,
      addressRegion: region,
    }))
  return {
    shippingDetails:
      offer && destinations.length > 0
        ? {
            '@type': 'OfferShippingDetails',
            shippingRate: {
              '@type': 'MonetaryAmount',
              value: toDollars(offer.cents).toFixed(2),
              currency: currency.toUpperCase(),
            },
            shippingDestination: destinations,
            deliveryTime: deliveryTime(offer.days),
          }
        : undefined,
    hasMerchantReturnPolicy:
      returnDays > 0
        ? {
            '@type': 'MerchantReturnPolicy',
            applicableCountry: destinations.length > 0 ? destinations.map(countryOf) : undefined,
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: returnDays,
            merchantReturnLink: publicUrl + urls.page('delivery-and-returns'),
          }
        : undefined,
  }
}

const countryOf = ({ addressCountry }: { addressCountry: string }) => addressCountry
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** From the order to the door, in working days: packing is in them. */
const deliveryTime = ({ least, most }: Days) => ({
  '@type': 'ShippingDeliveryTime',
  businessDays: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays.map((day) => `https://schema.org/${day}`),
  },
  handlingTime: days(0, 0),
  transitTime: days(least, most),
})

const days = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})
