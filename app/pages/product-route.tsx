import { useEffect } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { apiContext, getByHttp } from '~/platform/client/api-context.ts'
import { isStaff, may } from '~/platform/roles.ts'
import { LazyPanel, useRetry } from '~/platform/ui/LazyPanel.tsx'
import { Loading } from '~/platform/ui/Splash.tsx'
import { cartRoutes, ownReviewRoutes } from '~/shop/account-routes.ts'
import { QuestionsOfPart } from '~/shop/blog/QuestionsOfPart.tsx'
import { addToCart } from '~/shop/cart/AddToCart.tsx'
import { trailOf } from '~/shop/catalogue/categories/rules.ts'
import { CompareLink } from '~/shop/catalogue/compare/CompareLink.tsx'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { ProductPage } from '~/shop/catalogue/product-page/ProductPage.tsx'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { RecentlyViewed } from '~/shop/catalogue/viewed/RecentlyViewed.tsx'
import type { ViewedPart } from '~/shop/catalogue/viewed/viewed-parts.ts'
import { viewedParts } from '~/shop/catalogue/viewed/viewed-parts.ts'
import { AskAboutPart } from '~/shop/contact/AskAboutPart.tsx'
import { CarsOfPart } from '~/shop/fitment/CarsOfPart.tsx'
import { FitPanel } from '~/shop/fitment/FitPanel.tsx'
import { usePartFit } from '~/shop/fitment/use-part-fit.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { knownRole, storedEmail } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { NoOrdersByStaff } from '~/shop/orders/place/OrderButton.tsx'
import { OrderForm } from '~/shop/orders/place/OrderForm.tsx'
import { RelatedSections } from '~/shop/related/RelatedParts.tsx'
import { useRelated } from '~/shop/related/use-related.ts'
import type { Review } from '~/shop/reviews/contract.ts'
import { LatestReviews } from '~/shop/reviews/LatestReviews.tsx'
import type { MyReview } from '~/shop/reviews/own/contract.ts'
import { ReviewActions } from '~/shop/reviews/own/ReviewActions.tsx'
import { PartReviews } from '~/shop/reviews/PartReviews.tsx'
import { PartQuestions } from '~/shop/reviews/questions/PartQuestions.tsx'
import { reviewRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { PartData } from './load-part.ts'
import { loadPart } from './load-part.ts'
import type { PublicSettings } from './Root.tsx'
import { ForbiddenPage } from './refused-pages.tsx'
import './WantedPart.tsx'

const reviewsShown = 3

/** With its forms, for admins alone. */
const forManagers = () => import('~/shop/catalogue/manage/ManageProduct.tsx')
const downloadManageProduct = async () => (await forManagers()).ManageProduct
const downloadStockAlert = async () => (await import('~/shop/stock-alerts/StockAlert.tsx')).StockAlert

/** Of somebody who is signed in; a visitor sees what anybody may. */
type ProductData = PartData & {
  aboutShop: Review[]
  /** What the customer has to do with its reviews. */
  mine: MyReview | undefined
  viewed: ViewedPart[]
  isStale: boolean
}
let last: ProductData | undefined

export async function loader({
  params,
  context,
}: LoaderFunctionArgs): Promise<ProductData | PartData | null | undefined> {
  const id = params.id!
  // What cannot be had is told by the browser, which knows who is asking.
  if (import.meta.env.SSR) return (await loadPart(id, { get: context.get(apiContext) })) ?? null
  if (!storedToken()) return undefined
  const [part, aboutShop, mine, viewed] = await Promise.all([
    loadPart(id).then((shown) => shown ?? hiddenPart(id)),
    getByHttp(reviewRoutes.listReviews, { query: { page: 1, limit: reviewsShown } }).catch(() => undefined),
    myReview(id),
    stillSold(viewedParts(storedEmail()).filter(({ _id }) => _id !== id)),
  ])
  if (part) last = { ...part, aboutShop: aboutShop?.data ?? [], mine, viewed, isStale: false }
  // A product that was on the screen stays there, though nobody can order what may have changed.
  else if (last?.product._id === id) last = { ...last, isStale: true }
  // Whatever the trouble, the page for it is this one.
  else throw new Response(null, { status: 403 })
  return last
}

// There is more to load than the server has sent.
loader.hydrate = storedToken() !== undefined

/** What the shop does not know, those who manage products may: it is not for sale yet. */
async function hiddenPart(id: string) {
  if (!may(await knownRole(), 'catalogue')) return undefined
  const { readManaged } = await forManagers()
  return loadPart(id, { readProduct: readManaged })
}

/** Nothing for staff, who do not review; and what is not known now is as it was, or can be done later. */
async function myReview(id: string) {
  if (isStaff(await knownRole())) return undefined
  return authApi(ownReviewRoutes.getMyReview, { params: { id } }).catch(() =>
    last?.product._id === id ? last.mine : undefined,
  )
}

/** Those of the parts in the memory of this browser that can still be had; none when nobody can be asked. */
async function stillSold(parts: ViewedPart[]) {
  if (parts.length === 0) return []
  const lines = parts.map(({ _id }) => ({ productId: _id, size: 'M' as const, quantity: 1 }))
  const checked = await authApi(cartRoutes.checkCart, { body: { lines } }).catch(() => undefined)
  return parts.filter(({ _id }) =>
    checked?.lines.some(({ productId, product }) => productId === _id && product),
  )
}

export { PartNotLoaded as ErrorBoundary }

/** For those who are signed in; what a visitor sees of a part stands beside the log-in. */
export function Component() {
  const data = useLoaderData<ProductData | PartData | null>()
  const session = useSession()
  if (session.status !== 'signed-in' || !data || !('mine' in data)) return <Loading />
  return <OrderablePart data={data} user={session.user} />
}

function OrderablePart({ data, user }: { data: ProductData; user: User }) {
  const isDemo = useRouteLoaderData<PublicSettings>('root')?.demoAccounts !== undefined
  const { revalidate } = useRevalidator()
  useLiveProducts(() => void revalidate())
  const { car, fit } = usePartFit(data.product._id, data.fit)
  const related = useRelated({ part: data.product._id }, data.related)
  useRetry(data.isStale, () => void revalidate())
  const { product, categories, cars, reviews, questions, aboutShop, mine, viewed, blogs, isStale } = data
  const reload = () => void revalidate()
  const { role } = user
  const isOfStaff = isStaff(role)
  return (
    <ProductPage
      product={product}
      trail={trailOf(categories, product.category)}
      fit={!isOfStaff && <FitPanel product={product} car={car} fit={fit} />}
      cars={
        <>
          <CompareLink product={product} kind={trailOf(categories, product.category).at(-1)} />
          <CarsOfPart cars={cars} mine={car?.vehicleId} isDemo={isDemo} />
          <QuestionsOfPart blogs={blogs} />
          {!isOfStaff && <AskAboutPart productId={product._id} />}
        </>
      }
      order={
        may(role, 'catalogue') ? (
          <LazyPanel download={downloadManageProduct}>
            {(ManageProduct) => (
              <ManageProduct key={product._id} product={product} onChanged={reload}>
                <NoOrdersByStaff />
              </ManageProduct>
            )}
          </LazyPanel>
        ) : isOfStaff ? (
          <NoOrdersByStaff />
        ) : (
          <>
            <OrderForm
              key={product._id}
              product={product}
              user={user}
              isStale={isStale}
              reload={reload}
              car={car && typeof fit === 'object' ? { fit, facts: car.facts } : undefined}
              addToCart={(line) => addToCart(product, line)}
            />
            {!isOrderable(product) && (
              <LazyPanel download={downloadStockAlert}>
                {(StockAlert) => <StockAlert key={product._id} productId={product._id} email={user.email} />}
              </LazyPanel>
            )}
          </>
        )
      }
      reviews={
        <>
          <RelatedSections related={related} />
          {reviews && (
            <PartReviews
              key={product._id}
              productId={product._id}
              first={reviews}
              own={mine}
              {...(mine && {
                actions: (review) => (
                  <ReviewActions
                    review={review}
                    isMarked={mine.helpful.includes(review._id)}
                    isOwn={mine.reviewId === review._id}
                  />
                ),
              })}
            />
          )}
          <PartQuestions
            key={`questions ${product._id}`}
            productId={product._id}
            first={questions}
            asker={isOfStaff ? undefined : { car }}
          />
          <LatestReviews reviews={aboutShop} isOfStaff={isOfStaff} />
          {!isOfStaff && <RecentlyViewed owner={user.email} part={product} parts={viewed} />}
        </>
      }
    />
  )
}

/** Instead of a part that could not be loaded, whatever the reason. */
function PartNotLoaded() {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    const again = () => void revalidate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [revalidate])
  return (
    <ForbiddenPage>
      <p className="lead">
        The part could not be loaded. It may have been taken out of the shop, its address may be mistyped, or
        the connection was interrupted.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-main"
          aria-disabled={state === 'loading'}
          onClick={() => void revalidate()}
        >
          {state === 'loading' ? 'Trying again…' : 'Try again'}
        </button>
        <Link to={urls.shop()} className="btn btn-quiet">
          All parts
        </Link>
      </div>
    </ForbiddenPage>
  )
}
