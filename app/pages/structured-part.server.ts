import type { Get } from '~/platform/client/api-context.ts'
import { partReviewRoutes } from '~/shop/account-routes.ts'
import { productData } from '~/shop/catalogue/shop-page/structured-data.server.ts'
import type { BuyingSettings } from '~/shop/orders/buying-terms.ts'
import { offerTerms } from '~/shop/orders/offer-terms.server.ts'
import type { PartReview, ReviewsOfPart } from '~/shop/reviews/contract.ts'
import { catalogueRoutes, fitmentRoutes } from '~/shop/routes.ts'
import type { Vehicle } from '~/shop/vehicles/contract.ts'

type Shop = { get: Get; publicUrl: string; buying: BuyingSettings }

/**
 * What search engines read on the page of a part: its offer, for which cars it is, and what its buyers say. Reviews of the shop
 * itself are no facts about a part, so they are nowhere.
 */
export async function partStructuredData(
  id: string | undefined,
  { get, publicUrl, buying }: Shop,
): Promise<object[]> {
  if (!id) return []
  const params = { id }
  try {
    const [{ data: product }, { data: reviewed }, { data: cars }] = await Promise.all([
      get(catalogueRoutes.getProduct, { params }),
      get(partReviewRoutes.listPartReviews, { params, query: {} }),
      get(fitmentRoutes.listPartVehicles, { params, query: { only: 'unconditional' } }),
    ])
    const { offers, ...data } = productData(product, publicUrl)
    return [
      {
        '@context': 'https://schema.org',
        ...data,
        offers: offers && { ...offers, ...offerTerms(product, buying, publicUrl) },
        isAccessoryOrSparePartFor: cars.length > 0 ? cars.slice(0, mostCars).map(carData) : undefined,
        ...reviewData(reviewed),
      },
    ]
  } catch (error) {
    // No such part, or nothing can be read now: the page itself says so.
    if (error instanceof Response) return []
    throw error
  }
}

const mostCars = 50

const carData = ({ make, model, generation, body, engine, builtFrom }: Vehicle) => ({
  '@type': 'Car',
  brand: { '@type': 'Brand', name: make },
  model: [model, generation].filter(Boolean).join(' '),
  bodyType: body || undefined,
  vehicleEngine: engine ? { '@type': 'EngineSpecification', name: engine } : undefined,
  vehicleModelDate: builtFrom || undefined,
})

/** Nothing where nobody has reviewed it. */
const reviewData = ({ rating, reviews }: ReviewsOfPart) =>
  rating.average !== null && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average.toFixed(1),
      reviewCount: rating.count,
      ...scale,
    },
    // Its author is a name: one that has left has none.
    review: reviews.filter(({ author }) => author.uid).map(oneReview),
  }

const scale = { bestRating: 5, worstRating: 1 }
const longestName = 99

const oneReview = ({ author, rating, reviewText, reviewDate }: PartReview) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author.name.slice(0, longestName) },
  datePublished: reviewDate,
  reviewBody: reviewText,
  reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
})
