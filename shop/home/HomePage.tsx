import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { ProductCard } from '~/shop/catalogue/product/ProductCard.tsx'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { productsOnHome } from '~/shop/catalogue/rules.ts'
import { Newsletter } from '~/shop/newsletter/Newsletter.tsx'
import { CustomerReviews } from '~/shop/reviews/CustomerReviews.tsx'
import { catalogueRoutes, reviewRoutes, vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { EmergencyKit } from './EmergencyKit.tsx'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { Statistics } from './Statistics.tsx'

function HomePage() {
  const { makes, products, reviews, reviewSummary } = useLoaderData<typeof loader>()
  return (
    <div className="relative">
      <Title
        page="Home"
        description="Car parts that mechanics fit to their own cars, straight answers about fitting them, and free home delivery over $100."
      />
      <Hero makes={makes} />
      <Benefits />
      <Features />
      <FirstProducts products={products} />
      <EmergencyKit />
      <Statistics />
      <Steps />
      <CustomerReviews reviews={reviews} summary={reviewSummary} />
      <Newsletter />
      <Splash page="home" seconds={1} />
    </div>
  )
}

const benefits: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'truck',
    title: 'Free home delivery over $100',
    text: 'Order for more than $100 and we carry the parcel to your door at our cost.',
  },
  {
    icon: 'shield',
    title: 'Quality you can measure',
    text: 'Thread, thickness, diameter: the page of a part says what to compare with your old one.',
  },
  {
    icon: 'chat',
    title: 'Online support',
    text: 'Stuck halfway through the job? Write to us: every message reaches the workshop.',
  },
]

function Benefits() {
  return (
    <section aria-label="Why buy here" className="container-page pt-8 pb-6 md:pt-28">
      <ul className="grid gap-8 md:grid-cols-3">
        {benefits.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 flex-none place-items-center rounded-card bg-accent-tint text-xl text-accent-text">
              <Icon name={icon} />
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

const steps = [
  {
    title: 'Find the part',
    text: 'Search by name, and compare the measurements with your old part.',
  },
  { title: 'Order it', text: 'Choose quantity and size. The pieces are set aside for you that very moment.' },
  {
    title: 'Pay by card',
    text: 'You pay what you saw, to the cent, and find the receipt in My Orders.',
  },
  {
    title: 'Fit it',
    text: 'The description says what to watch, and our blogs answer what is asked most.',
  },
]

function Steps() {
  return (
    <section className="section" aria-labelledby="steps">
      <p className="eyebrow">How it works</p>
      <h2 id="steps" className="headline mt-2">
        Four steps to a car that runs
      </h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-4 md:gap-6">
        {steps.map(({ title, text }, n) => (
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
  const [makes, products, reviews, summary] = await Promise.all([
    get(vehicleRoutes.listMakes),
    get(catalogueRoutes.listProducts, { query: { page: 1, limit: productsOnHome } }),
    get(reviewRoutes.listReviews, { query: { page: 1, limit: reviewsOnHome } }),
    get(reviewRoutes.getReviewSummary),
  ])
  return {
    makes: makes.data,
    products: products.data,
    reviews: reviews.data,
    reviewSummary: summary.data,
  }
}

export { HomePage as Component }
