import type { ReactNode } from 'react'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'
import { Gallery } from '../gallery/Gallery.tsx'
import { PartHead, PartText } from './PartText.tsx'
import { PartTrail } from './PartTrail.tsx'

type Props = {
  product: Product
  /** The categories that it stands in, from the group down. */
  trail: Category[]
  fit: ReactNode
  order: ReactNode
  cars: ReactNode
  reviews: ReactNode
}

/** Which cars it fits, the order form and the reviews come from those who know about them. */
export const ProductPage = ({ product, trail, fit, order, cars, reviews }: Props) => (
  <div className="relative">
    <Title page={product.productName} />
    <div className="container-page pb-14 lg:pb-20">
      <PartTrail trail={trail} />
      <article className="part" aria-label={product.productName}>
        <Gallery key={product._id} product={product} hasColumn />
        <div className="buy buy-box">
          <PartHead product={product} Heading="h1" />
          {fit}
          {order}
        </div>
        <PartText product={product}>{cars}</PartText>
      </article>
      {reviews}
    </div>
    <Splash page="product" seconds={3} />
  </div>
)
