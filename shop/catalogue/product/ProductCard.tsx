import { use } from 'react'
import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { keepUnits } from '~/platform/units.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { cardDescription } from '../rules.ts'
import { oneUnit } from '../unit.ts'
import { ProductPicture } from './ProductPicture.tsx'
import type { Results } from './results-origin.ts'
import { rememberResults } from './results-origin.ts'
import { StockLine } from './StockLine.tsx'
import { SlotsContext } from './slots.ts'

type Props = {
  product: Product
  picture?: 'first' | 'soon' | 'later'
  /** The list that it stands in, if one would want to come back to that. */
  results?: Results | undefined
}

const sizes = '(min-width: 1280px) 290px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, 94vw'

export function ProductCard({ product, picture = 'later', results }: Props) {
  const { Mark, CardAction } = use(SlotsContext)
  const { _id, productName, image, price, productDescription, unit, matchedNumber } = product
  return (
    <article className="panel group relative flex h-full flex-col overflow-hidden transition-shadow duration-200 hover:shadow-lifted">
      <div className="overflow-hidden [&_img]:transition-transform [&_img]:duration-240 group-hover:[&_img]:scale-103">
        <ProductPicture image={image} alt={productName} sizes={sizes} when={picture} />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <h3 className="font-sans text-base font-semibold leading-snug tracking-normal">
          {keepUnits(productName)}
        </h3>
        {matchedNumber && (
          <p className="font-mono text-sm">
            {matchedNumber.maker} {matchedNumber.number}
          </p>
        )}
        <p className="text-sm text-muted">{keepUnits(cardDescription(productDescription))}</p>
        <div className="mt-auto grid gap-3 pt-2">
          <div className="fit-line">{Mark && <Mark product={product} />}</div>
          <StockLine product={product} />
          <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-display text-[22px] font-bold tracking-tight">
                <Money amount={price} />
              </span>
              <span className="text-[13px] text-muted">{oneUnit(unit)}</span>
            </p>
            {/* Its area is the whole card, so that picture and name lead there too. */}
            <Link
              to={urls.product(_id)}
              onClick={() => rememberResults(results)}
              className="text-link flex min-h-11 items-center gap-1.5 after:absolute after:inset-0 after:rounded-card"
            >
              Details<span className="sr-only"> of {productName}</span>
              <Icon name="arrow" />
            </Link>
          </div>
          {CardAction && <CardAction product={product} />}
        </div>
      </div>
    </article>
  )
}
