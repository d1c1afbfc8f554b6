import type { Get } from '~/platform/client/api-context.ts'
import { partReviewRoutes } from '~/shop/account-routes.ts'
import { productData } from '~/shop/catalogue/shop-page/structured-data.server.ts'
import type { PartReview, ReviewsOfPart } from '~/shop/reviews/contract.ts'
import { catalogueRoutes } from '~/shop/routes.ts'

/**
 * What search engines read on the page of a part: its offer with what its buyers say. Nothing without a review; reviews
 * of the shop itself are no facts about a part, so they are nowhere. The page depends on its stock only where it says so.
 */
export async function partStructuredData(
  id: string | undefined,
  get: Get,
  publicUrl: string,
): Promise<object[]> {
  if (!id) return []
  const params = { id }
  try {
    const { rating, reviews } = (await get(partReviewRoutes.listPartReviews, { params, query: {} })).data
    if (rating.average === null) return []
    const { data: product } = await get(catalogueRoutes.getProduct, { params })
    return [
      {
        '@context': 'https://schema.org',
        ...productData(product, publicUrl),
        aggregateRating: aggregateRating(rating),
        // Its author is a name: one that has left has none.
        review: reviews.filter(({ author }) => author.uid).map(reviewData),
      },
    ]
  } catch (error) {
    // No such part, or nothing can be read now: the page itself says so.
    if (error instanceof Response) return []
    throw error
  }
}

const scale = { bestRating: 5, worstRating: 1 }

const aggregateRating = ({ average, count }: ReviewsOfPart['rating']) => ({
  '@type': 'AggregateRating',
  ratingValue: average!.toFixed(1),
  reviewCount: count,
  ...scale,
})

const longestName = 99

const reviewData = ({ author, rating, reviewText, reviewDate }: PartReview) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author.name.slice(0, longestName) },
  datePublished: reviewDate,
  reviewBody: reviewText,
  reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
})
