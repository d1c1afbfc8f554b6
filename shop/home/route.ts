import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { productsOnHome } from '~/shop/catalogue/rules.ts'
import type { Review, ReviewSummary } from '~/shop/reviews/contract.ts'
import { urls } from '~/shop/urls.ts'

export { HomePage as Component } from './HomePage.tsx'

const reviewsOnHome = 6

export async function loader({ context }: LoaderFunctionArgs) {
  const get = context.get(apiContext)
  const [products, reviews, summary] = await Promise.all([
    get<Product[]>(urls.api.products({ page: 1, limit: productsOnHome })),
    get<Review[]>(urls.api.reviews({ page: 1, limit: reviewsOnHome })),
    get<ReviewSummary>(urls.api.reviewSummary()),
  ])
  return { products: products.data, reviews: reviews.data, reviewSummary: summary.data }
}
