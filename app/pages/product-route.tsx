import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { LazyPanel } from '~/platform/ui/LazyPanel.tsx'
import { useRetry } from '~/platform/ui/use-retry.ts'
import { addToCart } from '~/shop/cart/add-to-cart.ts'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import { trailOf } from '~/shop/catalogue/categories/trail.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { ProductPage } from '~/shop/catalogue/product-page/ProductPage.tsx'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { RecentlyViewed } from '~/shop/catalogue/viewed/RecentlyViewed.tsx'
import { fitPanelHeight } from '~/shop/fitment/fit-panel-height.ts'
import { usePartFit } from '~/shop/fitment/use-part-fit.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { NoOrdersByAdmins } from '~/shop/orders/place/OrderButton.tsx'
import { OrderForm } from '~/shop/orders/place/OrderForm.tsx'
import type { Review } from '~/shop/reviews/contract.ts'
import { LatestReviews } from '~/shop/reviews/LatestReviews.tsx'
import { catalogueRoutes, categoryRoutes, reviewRoutes } from '~/shop/routes.ts'
import type { PublicSettings } from './settings.ts'

const reviewsShown = 3

const downloadFitPanel = async () => (await import('~/shop/fitment/FitPanel.tsx')).FitPanel
/** With its forms, for admins alone. */
const downloadManageProduct = async () =>
  (await import('~/shop/catalogue/manage/ManageProduct.tsx')).ManageProduct
const downloadStockAlert = async () => (await import('~/shop/stock-alerts/StockAlert.tsx')).StockAlert

type ProductData = { product: Product; categories: Category[]; reviews: Review[]; isStale: boolean }
let last: ProductData | undefined

export async function loader({ params }: LoaderFunctionArgs): Promise<ProductData | null> {
  if (!storedToken()) return null
  const id = params.id!
  const [product, categories, reviews] = await Promise.all([
    getByHttp(catalogueRoutes.getProduct, { params: { id } }).catch(() => undefined),
    getByHttp(categoryRoutes.listCategories).catch(() => undefined),
    getByHttp(reviewRoutes.listReviews, { query: { page: 1, limit: reviewsShown } }).catch(() => undefined),
  ])
  if (product)
    last = {
      product: product.data,
      categories: categories?.data ?? [],
      reviews: reviews?.data ?? [],
      isStale: false,
    }
  // A product that was on the screen stays there, though nobody can order what may have changed.
  else if (last?.product._id === id) last = { ...last, isStale: true }
  // Whatever the trouble, the page for it is this one.
  else throw new Response(null, { status: 403 })
  return last
}

export { PartNotLoaded as ErrorBoundary } from './PartNotLoaded.tsx'

export function Component() {
  const data = useLoaderData<ProductData | null>()
  const session = useSession()
  const isDemo = useRouteLoaderData<PublicSettings>('root')?.demoAccounts !== undefined
  const { revalidate } = useRevalidator()
  useLiveProducts(() => void revalidate())
  const { car, fit, reload: reloadFit } = usePartFit(data?.product._id)
  useRetry(data?.isStale ?? false, () => void revalidate())
  if (!data || session.status !== 'signed-in') return null
  const { product, categories, reviews, isStale } = data
  const reload = () => {
    reloadFit()
    void revalidate()
  }
  return (
    <ProductPage
      product={product}
      trail={trailOf(categories, product.category)}
      fit={
        <LazyPanel download={downloadFitPanel} placeholder={<div className={fitPanelHeight(product)} />}>
          {(FitPanel) => <FitPanel product={product} car={car} fit={fit} isDemo={isDemo} />}
        </LazyPanel>
      }
      order={
        session.user.admin ? (
          <LazyPanel download={downloadManageProduct}>
            {(ManageProduct) => (
              <ManageProduct key={product._id} product={product} onChanged={reload}>
                <NoOrdersByAdmins />
              </ManageProduct>
            )}
          </LazyPanel>
        ) : (
          <>
            <OrderForm
              key={product._id}
              product={product}
              user={session.user}
              isStale={isStale}
              reload={reload}
              car={car && typeof fit === 'object' ? { fit, facts: car.facts } : undefined}
              addToCart={(line) => addToCart(product, line)}
            />
            {!isOrderable(product) && (
              <LazyPanel download={downloadStockAlert}>
                {(StockAlert) => (
                  <StockAlert key={product._id} productId={product._id} email={session.user.email} />
                )}
              </LazyPanel>
            )}
          </>
        )
      }
      reviews={
        <>
          <LatestReviews reviews={reviews} isAdmin={session.user.admin} />
          {!session.user.admin && (
            <RecentlyViewed key={product._id} owner={session.user.email} part={product} />
          )}
        </>
      }
    />
  )
}
