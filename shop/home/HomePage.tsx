import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import type { Business } from '~/shop/business/fields.ts'
import { pairsOf } from '~/shop/business/shown.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { ProductCard } from '~/shop/catalogue/product/ProductCard.tsx'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { productsOnHome } from '~/shop/catalogue/rules.ts'
import { Newsletter } from '~/shop/newsletter/Newsletter.tsx'
import { CustomerReviews } from '~/shop/reviews/ReviewCards.tsx'
import { businessRoutes, catalogueRoutes, reviewRoutes, vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { EmergencyKit } from './EmergencyKit.tsx'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { Statistics } from './Statistics.tsx'

export type HomeTexts = Business['home']

function HomePage() {
  const { makes, products, reviews, reviewSummary, texts, kitSold } = useLoaderData<typeof loader>()
  return (
    <div className="relative">
      <Title page="Home" description={texts.description} />
      <Hero makes={makes} texts={texts} />
      <Benefits texts={texts} />
      <Features texts={texts} />
      <FirstProducts products={products} />
      <EmergencyKit texts={texts} sold={kitSold} />
      <Statistics texts={texts} />
      <Steps texts={texts} />
      <CustomerReviews reviews={reviews} summary={reviewSummary} />
      <Newsletter />
      <Splash page="home" seconds={1} />
    </div>
  )
}

const benefitIcons: IconName[] = ['truck', 'shield', 'chat']

function Benefits({ texts }: { texts: HomeTexts }) {
  const benefits = pairsOf(texts.benefits)
  return (
    <section aria-label="Why buy here" className="container-page pt-8 pb-6 md:pt-28">
      <ul className="grid gap-8 md:grid-cols-3">
        {benefits.map(({ title, text }, n) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 flex-none place-items-center rounded-card bg-accent-tint text-xl text-accent-text">
              <Icon name={benefitIcons[n % benefitIcons.length]!} />
            </span>
            <div className="grid content-start gap-1">
              <h2 className="text-lg">{title}</h2>
              <p className="text-[15px] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Steps({ texts: { stepsTitle, steps } }: { texts: HomeTexts }) {
  const shown = pairsOf(steps)
  if (shown.length === 0) return null
  return (
    <section className="section" aria-labelledby="steps">
      <p className="eyebrow">How it works</p>
      <h2 id="steps" className="headline mt-2">
        {stepsTitle}
      </h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-4 md:gap-6">
        {shown.map(({ title, text }, n) => (
          <li key={title} className="timeline-step">
            <span className="timeline-dot" aria-hidden="true">
              {n + 1}
            </span>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-[15px] text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function FirstProducts({ products }: { products: Product[] }) {
  const { revalidate } = useRevalidator()
  useLiveProducts(() => void revalidate())
  if (products.length === 0) return null
  return (
    <section className="relative border-y border-line bg-sunken" aria-labelledby="first-products">
      <div className="section">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <p className="eyebrow">From the shelf</p>
            <h2 id="first-products" className="headline mt-2">
              Parts in the shop
            </h2>
          </div>
          <Link to={urls.shop()} className="text-link inline-flex min-h-11 items-center gap-2">
            See all parts <Icon name="arrow" />
          </Link>
        </div>
        <ul className="product-cards mt-8 lg:grid-cols-3">
          {products.map((product) => (
            <li key={product._id} className="grid">
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      </div>
      <Splash page="home-products" seconds={2} />
    </section>
  )
}

const reviewsOnHome = 6

export async function loader({ context }: LoaderFunctionArgs) {
  const get = context.get(apiContext)
  const [texts, makes, products, reviews, summary] = await Promise.all([
    get(businessRoutes.getHomeTexts),
    get(vehicleRoutes.listMakes),
    get(catalogueRoutes.listProducts, { query: { page: 1, limit: productsOnHome } }),
    get(reviewRoutes.listReviews, { query: { page: 1, limit: reviewsOnHome } }),
    get(reviewRoutes.getReviewSummary),
  ])
  const things = pairsOf(texts.data.kit).map(({ title }) => title)
  const found = await Promise.all(
    things.map((q) => get(catalogueRoutes.listProducts, { query: { q, page: 1, limit: 1 } })),
  )
  return {
    texts: texts.data,
    kitSold: things.filter((_thing, n) => found[n]!.total > 0),
    makes: makes.data,
    products: products.data,
    reviews: reviews.data,
    reviewSummary: summary.data,
  }
}

export { HomePage as Component }
