import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { catalogueRoutes } from '~/shop/routes.ts'
import type { Product } from '../contract.ts'
import { ProductPicture } from '../product/ProductPicture.tsx'
import { StockLine } from '../product/StockLine.tsx'

/**
 * What a visitor wanted to order, beside the log-in form. On a phone its head stands above the form and takes the same
 * room before it is loaded, its description below.
 */
export function WantedPart({ id }: { id: string }) {
  const part = usePart(id)
  if (part === 'missing') return null
  return (
    <section aria-labelledby="wanted-part" aria-busy={!part} className="contents">
      <div className="grid w-full content-start gap-4 max-lg:order-first">
        <h2 className="eyebrow">Log in or register to order this part</h2>
        <div className="grid min-h-32 grid-cols-[7rem_1fr] content-start gap-x-4 lg:grid-cols-1 lg:gap-x-8 lg:gap-y-4 xl:grid-cols-[18rem_1fr]">
          <div className="aspect-4/3 self-start overflow-hidden rounded-card bg-sunken lg:w-72">
            {part && (
              <ProductPicture
                image={part.image}
                alt={part.productName}
                sizes="(min-width: 1024px) 288px, 112px"
                when="first"
              />
            )}
          </div>
          <div className="grid content-start gap-2 lg:gap-3">
            <h3 id="wanted-part" className="text-[20px] lg:text-[28px]">
              {part?.productName ?? 'Loading the part…'}
            </h3>
            {part && (
              <>
                <p className="font-display text-[22px] font-bold tracking-tight lg:text-[28px]">
                  <Money amount={part.price} />
                </p>
                <StockLine product={part} />
              </>
            )}
          </div>
        </div>
      </div>
      {part && <p className="max-w-[65ch] whitespace-pre-line lg:col-start-1">{part.productDescription}</p>}
    </section>
  )
}

/** Undefined while it is on its way. Without it one can log in all the same. */
function usePart(id: string) {
  const [part, setPart] = useState<Product | 'missing'>()
  useEffect(() => {
    const leaving = new AbortController()
    getByHttp(catalogueRoutes.getProduct, { params: { id }, signal: leaving.signal }).then(
      ({ data }) => setPart(data),
      () => !leaving.signal.aborted && setPart('missing'),
    )
    return () => leaving.abort()
  }, [id])
  return part
}
