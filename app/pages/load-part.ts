import type { Get } from '~/platform/client/api-context.ts'
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

type Options = {
  get?: Get
  /** Of those who may see more than is for sale. */
  readProduct?: (id: string) => Promise<Product | undefined>
}

/** All that is shown of a part, at once, so that nothing moves; undefined when the part itself cannot be had. */
export async function loadPart(
  id: string,
  { get = getByHttp, readProduct }: Options = {},
): Promise<PartData | undefined> {
  const params = { id }
  const fromShop = async () =>
    (await get(catalogueRoutes.getProduct, { params }).catch(() => undefined))?.data
  const [product, categories, cars, fit, blogs, reviews, questions, related] = await Promise.all([
    readProduct ? readProduct(id) : fromShop(),
    get(categoryRoutes.listCategories).catch(() => undefined),
    get(fitmentRoutes.listPartVehicles, { params }).catch(() => undefined),
    loadFit(id),
    get(blogRoutes.listBlogs, { query: { part: id } }).catch(() => undefined),
    get(partReviewRoutes.listPartReviews, { params, query: {} }).catch(() => undefined),
    get(questionRoutes.listPartQuestions, { params, query: {} }).catch(() => undefined),
    loadRelated({ part: id }, { get }),
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
