import { use } from 'react'
import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { cardDescription } from '../rules.ts'
import { oneUnit } from '../unit.ts'
import { Deposit } from './Deposit.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import type { Results } from './results-origin.ts'
import { rememberResults } from './results-origin.ts'
import { StockLine } from './StockLine.tsx'
import { SlotsContext } from './slots.ts'

/** Of those who have bought the part. */
export const CardRating = ({ average, count }: NonNullable<Product['rating']>) => (
  <p className="card-rating" role="img" aria-label={`Rated ${average} out of 5, reviews: ${count}`}>
    <Icon name="star" filled />
    <b>{average.toFixed(1)}</b> ({count})
  </p>
)

type Props = {
  product: Product
  picture?: 'first' | 'soon' | 'later'
  /** The list that it stands in, if one would want to come back to that. */
  results?: Results | undefined
}

const sizes = '(min-width: 1200px) 305px, (min-width: 1024px) 34vw, 104px'

export function ProductCard({ product, picture = 'later', results }: Props) {
  const { Mark, CardAction, Tick } = use(SlotsContext)
  const { _id, productName, image, price, deposit, productDescription, unit, matchedNumber } = product
  return (
    <article className="panel product-card">
      <div className="product-card-picture">
        <ProductPicture
          image={image}
          alt={productName}
          sizes={sizes}
          when={picture}
          shape="aspect-square lg:aspect-8/5"
        />
        {Tick && <Tick product={product} />}
      </div>
      <div className="product-card-body">
        <h3 className="font-sans text-[15px] leading-5 font-semibold tracking-normal [word-spacing:normal]">
          {keepUnits(productName)}
        </h3>
        {matchedNumber && (
          <p className="font-mono text-sm">
            {matchedNumber.maker} {matchedNumber.number}
          </p>
        )}
        {product.rating && <CardRating {...product.rating} />}
        <div className="product-card-price">
          <p className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="font-display text-[19px] leading-6 font-bold tracking-tight lg:text-xl">
              <Money amount={price} />
            </span>
            <span className="text-[13px] text-muted">{oneUnit(unit)}</span>
            <Deposit amount={deposit} />
          </p>
          <StockLine product={product} />
        </div>
        <div className="fit-line">{Mark && <Mark product={product} />}</div>
      </div>
      <p className="product-card-text">{keepUnits(cardDescription(productDescription))}</p>
      <div className="product-card-actions">
        {/* Its area is the whole card, so that picture and name lead there too. */}
        <Link
          to={urls.product(_id)}
          onClick={() => rememberResults(results)}
          className="btn btn-quiet after:absolute after:inset-0 after:rounded-card"
        >
          Details<span className="sr-only"> of {productName}</span>
        </Link>
        {CardAction && <CardAction product={product} />}
      </div>
    </article>
  )
}
