import { useRouteLoaderData } from 'react-router'
import { QuestionsOfPart } from '~/shop/blog/QuestionsOfPart.tsx'
import { CartFirst } from '~/shop/cart/CartFirst.tsx'
import { trailOf } from '~/shop/catalogue/categories/rules.ts'
import { CompareLink } from '~/shop/catalogue/compare/CompareLink.tsx'
import { Gallery } from '~/shop/catalogue/gallery/Gallery.tsx'
import { PartHead, PartText } from '~/shop/catalogue/product-page/PartText.tsx'
import { PartTrail } from '~/shop/catalogue/product-page/PartTrail.tsx'
import { AskAboutPart } from '~/shop/contact/AskAboutPart.tsx'
import { CarsOfPart } from '~/shop/fitment/CarsOfPart.tsx'
import { FitPanel } from '~/shop/fitment/FitPanel.tsx'
import { usePartFit } from '~/shop/fitment/use-part-fit.ts'
import { accountCardId } from '~/shop/identity/sign-in/AccountForm.tsx'
import { RelatedSections } from '~/shop/related/RelatedParts.tsx'
import { useRelated } from '~/shop/related/use-related.ts'
import { PartReviews } from '~/shop/reviews/PartReviews.tsx'
import { PartQuestions } from '~/shop/reviews/questions/PartQuestions.tsx'
import type { PartData } from './load-part.ts'
import { partView } from './part-view.ts'
import type { PublicSettings } from './Root.tsx'

/** All of a part that a visitor wanted to see. */
function WantedPart({ part }: { part: PartData }) {
  const { product, categories, cars, blogs, reviews, questions } = part
  const isDemo = useRouteLoaderData<PublicSettings>('root')?.demoAccounts !== undefined
  const { car, fit } = usePartFit(product._id, part.fit)
  const related = useRelated({ part: product._id }, part.related)
  const needed = typeof fit === 'object' ? fit.quantity : undefined
  return (
    <section aria-labelledby="part-name">
      <PartTrail trail={trailOf(categories, product.category)} />
      <div className="seen">
        <Gallery product={product} />
        <div className="buy">
          <PartHead product={product} Heading="h2" />
          <FitPanel product={product} car={car} fit={fit} />
          <CartFirst product={product} needed={needed} login={accountCardId} />
        </div>
      </div>
      <PartText product={product}>
        <CompareLink product={product} kind={trailOf(categories, product.category).at(-1)} />
        <CarsOfPart cars={cars} mine={car?.vehicleId} isDemo={isDemo} />
        <QuestionsOfPart blogs={blogs} />
        <AskAboutPart productId={product._id} />
      </PartText>
      <RelatedSections related={related} />
      {reviews && <PartReviews key={product._id} productId={product._id} first={reviews} />}
      <PartQuestions productId={product._id} first={questions} />
    </section>
  )
}

partView.WantedPart = WantedPart
