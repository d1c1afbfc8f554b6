import type { ReactNode } from 'react'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { readAttributes } from '../attributes/attribute-lines.ts'
import type { Product } from '../contract.ts'
import type { PartNumber } from '../numbers/number-lines.ts'
import { readNumbers } from '../numbers/number-lines.ts'
import { Deposit } from '../product/Deposit.tsx'
import { CardRating } from '../product/ProductCard.tsx'
import { StockLine } from '../product/StockLine.tsx'
import { oneUnit, pricePerMeasure } from '../unit.ts'

/** What it is, what it costs and how many there are. */
export function PartHead({ product, Heading }: { product: Product; Heading: 'h1' | 'h2' }) {
  const { brand, productName, price, deposit, unit } = product
  const perMeasure = pricePerMeasure(price, unit)
  return (
    <div className="grid gap-1.5">
      {brand && <p className="text-sm text-muted">{brand}</p>}
      <Heading id="part-name" className="text-[24px]">
        {keepUnits(productName)}
      </Heading>
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="font-display text-[28px] leading-9 font-bold tracking-tight">
          <Money amount={price} />
        </span>
        {price > 0 && <span className="text-muted">{oneUnit(unit)}</span>}
        {perMeasure && <span className="text-[13px] text-muted">{perMeasure}</span>}
        <Deposit amount={deposit} />
      </p>
      {product.rating && (
        <a href="#reviews" className="justify-self-start hover:underline">
          <CardRating {...product.rating} />
        </a>
      )}
      <StockLine product={product} />
    </div>
  )
}

/** Description, measures and numbers; which cars it is listed for comes from those who know. */
export const PartText = ({ product, children }: { product: Product; children: ReactNode }) => (
  <div className="part-text">
    <section aria-labelledby="description">
      <h2 id="description">Description</h2>
      <p className="max-w-[68ch] whitespace-pre-line">{keepUnits(product.productDescription)}</p>
    </section>
    {(product.attributes || product.numbers) && (
      <div className="part-facts">
        <Facts
          id="measures"
          heading="Measures"
          facts={readAttributes(product.attributes).map(({ name, value }) => [name, keepUnits(value)])}
        />
        <Facts id="numbers" heading="Part numbers" facts={numbersIn(product.numbers)} isMono />
      </div>
    )}
    {children}
  </div>
)

type FactsProps = { id: string; heading: string; facts: [name: string, value: string][]; isMono?: boolean }

/** Nothing for a part without. */
function Facts({ id, heading, facts, isMono = false }: FactsProps) {
  if (facts.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <table className="w-full table-fixed text-left text-sm">
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={`${name} ${value}`} className="border-b border-line align-baseline">
              <th scope="row" className="py-2 pr-4 font-normal text-muted">
                {name}
              </th>
              <td className={`py-2 wrap-anywhere ${isMono ? 'font-mono' : ''}`}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const kinds: Record<PartNumber['kind'], string> = {
  own: 'Part number',
  oe: 'Original part number',
  competitor: 'Same part of another brand',
  replaced: 'Replaces',
  ean: 'EAN',
}

const numbersIn = (numbers: string): FactsProps['facts'] =>
  readNumbers(numbers).map(({ kind, maker, number }) => [
    maker ? `${kinds[kind]}, ${maker}` : kinds[kind],
    number,
  ])
