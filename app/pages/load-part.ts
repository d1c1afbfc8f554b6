import { getByHttp } from '~/platform/client/api-context.ts'
import { partReviewRoutes, questionRoutes } from '~/shop/account-routes.ts'
import type { Blog } from '~/shop/blog/contract.ts'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import type { KnownFit } from '~/shop/fitment/use-part-fit.ts'
import { loadFit } from '~/shop/fitment/use-part-fit.ts'
import type { KnownRelated } from '~/shop/related/use-related.ts'
import { loadRelated } from '~/shop/related/use-related.ts'
import type { ReviewsOfPart } from '~/shop/reviews/contract.ts'
import type { FirstQuestions } from '~/shop/reviews/questions/PartQuestions.tsx'
import { blogRoutes, catalogueRoutes, categoryRoutes, fitmentRoutes } from '~/shop/routes.ts'
import type { Vehicle } from '~/shop/vehicles/contract.ts'

export type PartData = {
  product: Product
  categories: Category[]
  /** Those that it is listed for. */
  cars: Vehicle[]
  /** How it fits the driven car. */
  fit: KnownFit | undefined
  /** What the blog says about it. */
  blogs: Blog[]
  /** What those say who bought it; undefined when that cannot be had. */
  reviews: ReviewsOfPart | undefined
  questions: FirstQuestions
  /** What goes with it. */
  related: KnownRelated
}

const fromShop = async (id: string) =>
  (await getByHttp(catalogueRoutes.getProduct, { params: { id } }).catch(() => undefined))?.data

/** All that is shown of a part, at once, so that nothing moves; undefined when the part itself cannot be had. */
export async function loadPart(
  id: string,
  readProduct: (id: string) => Promise<Product | undefined> = fromShop,
): Promise<PartData | undefined> {
  const params = { id }
  const [product, categories, cars, fit, blogs, reviews, questions, related] = await Promise.all([
    readProduct(id),
    getByHttp(categoryRoutes.listCategories).catch(() => undefined),
    getByHttp(fitmentRoutes.listPartVehicles, { params }).catch(() => undefined),
    loadFit(id),
    getByHttp(blogRoutes.listBlogs, { query: { part: id } }).catch(() => undefined),
    getByHttp(partReviewRoutes.listPartReviews, { params, query: {} }).catch(() => undefined),
    getByHttp(questionRoutes.listPartQuestions, { params, query: {} }).catch(() => undefined),
    loadRelated({ part: id }),
  ])
  if (!product) return undefined
  return {
    product,
    categories: categories?.data ?? [],
    cars: cars?.data ?? [],
    fit,
    blogs: blogs?.data ?? [],
    reviews: reviews?.data,
    questions: { rows: questions?.data ?? [], total: questions?.total ?? 0 },
    related,
  }
}
