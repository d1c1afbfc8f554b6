import { useLoaderData } from 'react-router'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { Newsletter } from '~/shop/newsletter/Newsletter.tsx'
import { CustomerReviews } from '~/shop/reviews/CustomerReviews.tsx'
import { Benefits } from './Benefits.tsx'
import { EmergencyKit } from './EmergencyKit.tsx'
import { Features } from './Features.tsx'
import { FirstProducts } from './FirstProducts.tsx'
import { Hero } from './Hero.tsx'
import type { loader } from './route.ts'
import { Statistics } from './Statistics.tsx'
import { Steps } from './Steps.tsx'

export function HomePage() {
  const { products, reviews, reviewSummary } = useLoaderData<typeof loader>()
  return (
    <div className="relative">
      <Title
        page="Home"
        description="Car parts that mechanics fit to their own cars, straight answers about fitting them, and free home delivery over $100."
      />
      <Hero />
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
