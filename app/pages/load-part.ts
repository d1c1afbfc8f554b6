import { getByHttp } from '~/platform/client/api-context.ts'
import type { Blog } from '~/shop/blog/contract.ts'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import type { KnownFit } from '~/shop/fitment/use-part-fit.ts'
import { loadFit } from '~/shop/fitment/use-part-fit.ts'
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
}

const fromShop = async (id: string) =>
  (await getByHttp(catalogueRoutes.getProduct, { params: { id } }).catch(() => undefined))?.data

/** All that is shown of a part, at once, so that nothing moves; undefined when the part itself cannot be had. */
export async function loadPart(
  id: string,
  readProduct: (id: string) => Promise<Product | undefined> = fromShop,
): Promise<PartData | undefined> {
  const params = { id }
  const [product, categories, cars, fit, blogs] = await Promise.all([
    readProduct(id),
    getByHttp(categoryRoutes.listCategories).catch(() => undefined),
    getByHttp(fitmentRoutes.listPartVehicles, { params }).catch(() => undefined),
    loadFit(id),
    getByHttp(blogRoutes.listBlogs, { query: { part: id } }).catch(() => undefined),
  ])
  if (!product) return undefined
  return {
    product,
    categories: categories?.data ?? [],
    cars: cars?.data ?? [],
    fit,
    blogs: blogs?.data ?? [],
  }
}
