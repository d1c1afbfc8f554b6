import type { ReactNode } from 'react'
import { Money } from '~/platform/ui/Money.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { keepUnits } from '~/platform/units.ts'
import { Breadcrumbs } from '../categories/Breadcrumbs.tsx'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'
import { Gallery } from '../gallery/Gallery.tsx'
import { picturesOf } from '../pictures.ts'
import { StockLine } from '../product/StockLine.tsx'
import { BackToResults } from './BackToResults.tsx'
import { PartAttributes } from './PartAttributes.tsx'
import { PartNumbers } from './PartNumbers.tsx'

type Props = {
  product: Product
  /** The categories that it stands in, from the group down. */
  trail: Category[]
  fit: ReactNode
  order: ReactNode
  reviews: ReactNode
}

/** Which cars it fits, the order form and the reviews come from those who know about them. */
export function ProductPage({ product, trail, fit, order, reviews }: Props) {
  const { productName, price, orderQty, productDescription, brand, attributes, numbers } = product
  return (
    <div className="relative">
      <Title page={productName} />
      <div className="section">
        <div className="mb-6 flex flex-wrap items-center gap-x-6">
          <BackToResults />
          {trail.length > 0 && <Breadcrumbs trail={trail} />}
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
          <div className="min-w-0 lg:row-span-2">
            <Gallery key={product._id} pictures={picturesOf(product)} name={productName} />
          </div>
          <div className="grid gap-4">
            {brand && <p className="text-sm font-semibold text-muted">{brand}</p>}
            <h1 className="text-[28px] sm:text-[36px]">{keepUnits(productName)}</h1>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-display text-[36px] font-bold tracking-tight">
                <Money amount={price} />
              </span>
              <span className="text-sm text-muted">a piece</span>
            </p>
            <StockLine product={product} />
            <p className="text-sm text-muted">
              Minimum order quantity: <b className="text-ink">{orderQty}</b>
            </p>
            {fit}
          </div>
          {order}
        </div>
        <section className="mt-10 grid gap-3 lg:mt-14" aria-labelledby="description">
          <h2 id="description" className="text-[22px]">
            Description
          </h2>
          <p className="max-w-[65ch] whitespace-pre-line">{keepUnits(productDescription)}</p>
        </section>
        <PartAttributes attributes={attributes} />
        <PartNumbers numbers={numbers} />
        {reviews}
      </div>
      <Splash page="product" seconds={3} />
    </div>
  )
}
