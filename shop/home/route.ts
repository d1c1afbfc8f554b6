import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { productsOnHome } from '~/shop/catalogue/rules.ts'
import { catalogueRoutes, reviewRoutes } from '~/shop/routes.ts'

export { HomePage as Component } from './HomePage.tsx'

const reviewsOnHome = 6

export async function loader({ context }: LoaderFunctionArgs) {
  const get = context.get(apiContext)
  const [products, reviews, summary] = await Promise.all([
    get(catalogueRoutes.listProducts, { query: { page: 1, limit: productsOnHome } }),
    get(reviewRoutes.listReviews, { query: { page: 1, limit: reviewsOnHome } }),
    get(reviewRoutes.getReviewSummary),
  ])
  return { products: products.data, reviews: reviews.data, reviewSummary: summary.data }
}
