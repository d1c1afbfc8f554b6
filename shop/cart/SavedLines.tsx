import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { Deposit } from '~/shop/catalogue/product/Deposit.tsx'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { StockLine } from '~/shop/catalogue/product/StockLine.tsx'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { oneUnit } from '~/shop/catalogue/unit.ts'
import { urls } from '~/shop/urls.ts'
import { useCar } from '~/shop/vehicles/garage/garage.ts'
import { conditionOf, PriceChange } from './CartLines.tsx'
import type { CartLineView } from './contract.ts'
import { groupByCar } from './line-words.ts'

type Handlers = { onBack: (line: CartLineView) => void; onRemove: (line: CartLineView) => void }

/** What is not to be ordered now, as it costs and can be had now: a list of work for each car. */
export function SavedLines({ lines, ...handlers }: Handlers & { lines: CartLineView[] }) {
  const car = useCar()
  return (
    <section className="grid gap-5" aria-labelledby="saved-for-later">
      <h2 id="saved-for-later" className="text-2xl">
        Saved for later
      </h2>
      {groupByCar(lines, car?.vehicleId).map(({ vehicleId, title, lines: ofCar }) => (
        <div key={vehicleId} className="grid gap-2">
          <h3 className="font-sans text-[15px] font-semibold tracking-normal">{title}</h3>
          <ul className="panel divide-y divide-line" aria-label={`Saved for later: ${title}`}>
            {ofCar.map((line) => (
              <li key={`${line.productId} ${line.size}`} className="p-4 sm:px-5">
                <SavedLine line={line} {...handlers} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function SavedLine({ line, onBack, onRemove }: Handlers & { line: CartLineView }) {
  const { product, fit, size, quantity } = line
  const name = product?.productName ?? 'A part that is no longer sold'
  return (
    <article className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <div>{product && <Thumbnail image={product.image} />}</div>
      <div className="grid content-start gap-1">
        <h4 className="font-sans text-base font-semibold tracking-normal">
          {product ? (
            <Link to={urls.product(line.productId)} className="underline-offset-4 hover:underline">
              {keepUnits(name)}
            </Link>
          ) : (
            name
          )}
        </h4>
        {product && (
          <>
            <p className="text-sm text-muted">
              <Money amount={product.price} /> {oneUnit(product.unit)} · {quantity} in size {size}{' '}
              <Deposit amount={product.deposit} />
            </p>
            <PriceChange line={line} />
            <StockLine product={product} />
            {fit && (
              <p className="text-sm">
                <FitVerdict
                  verdict={fit.verdict}
                  words={fit.verdict === 'only-if' ? conditionOf(fit) : fit.words}
                />
              </p>
            )}
          </>
        )}
      </div>
      <div className="flex flex-wrap content-start gap-2 max-sm:col-start-2">
        {product && isOrderable(product) && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => onBack(line)}>
            Back to cart<span className="sr-only"> {name}</span>
          </button>
        )}
        <button type="button" className="btn btn-quiet btn-small" onClick={() => onRemove(line)}>
          Remove<span className="sr-only"> {name}</span>
        </button>
      </div>
    </article>
  )
}
