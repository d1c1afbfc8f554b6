import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { keepUnits } from '~/platform/units.ts'
import { urls } from '~/shop/urls.ts'
import { readAttributes } from '../attributes/attribute-lines.ts'
import { Breadcrumbs } from '../categories/Breadcrumbs.tsx'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'
import { Gallery } from '../gallery/Gallery.tsx'
import type { PartNumber } from '../numbers/number-lines.ts'
import { readNumbers } from '../numbers/number-lines.ts'
import { picturesOf } from '../pictures.ts'
import { isOriginBefore, resultsOrigin } from '../product/results-origin.ts'
import { StockLine } from '../product/StockLine.tsx'
import { oneUnit } from '../unit.ts'

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
  const { productName, price, orderQty, productDescription, brand, attributes, numbers, unit } = product
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
              <span className="text-sm text-muted">{oneUnit(unit)}</span>
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

/** To the results that a part was opened from, at the very place; or to all parts. */
function BackToResults() {
  const navigate = useNavigate()
  const results = resultsOrigin()
  function back(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !isOriginBefore()) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={results?.address ?? urls.shop()}
      onClick={back}
      className="text-link inline-flex min-h-11 items-center gap-2 text-sm"
    >
      <Icon name="back" />
      {results?.q ? `Back to results for ${results.q}` : 'All parts'}
    </Link>
  )
}

/** The measures of a part; nothing for a part without. */
function PartAttributes({ attributes }: { attributes: string }) {
  if (!attributes) return null
  return (
    <section className="mt-10 grid gap-3" aria-labelledby="attributes">
      <h2 id="attributes" className="text-[22px]">
        Measures
      </h2>
      <table className="max-w-[65ch] text-left text-sm">
        <tbody>
          {readAttributes(attributes).map(({ name, value }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-normal text-muted">
                {name}
              </th>
              <td className="py-2">{keepUnits(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const labels: Record<PartNumber['kind'], string> = {
  own: 'Part number',
  oe: 'Original part number',
  competitor: 'Same part of another brand',
  replaced: 'Replaces',
  ean: 'EAN',
}

/** By what numbers a part is known; nothing for a part that has none. */
function PartNumbers({ numbers }: { numbers: string }) {
  if (!numbers) return null
  return (
    <section className="mt-10 grid gap-3" aria-labelledby="numbers">
      <h2 id="numbers" className="text-[22px]">
        Part numbers
      </h2>
      <table className="max-w-[65ch] text-left text-sm">
        <tbody>
          {readNumbers(numbers).map(({ kind, maker, number }) => (
            <tr key={`${kind} ${maker} ${number}`} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-normal text-muted">
                {labels[kind]}
                {maker && `, ${maker}`}
              </th>
              <td className="py-2 font-mono">{number}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
