import type { ComponentType, ReactNode } from 'react'
import { use } from 'react'
import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { Deposit } from '~/shop/catalogue/product/Deposit.tsx'
import { ListedFit } from '~/shop/catalogue/product/FitVerdict.tsx'
import { ProductPicture } from '~/shop/catalogue/product/ProductPicture.tsx'
import { SlotsContext } from '~/shop/catalogue/product/slots.ts'
import { oneUnit } from '~/shop/catalogue/unit.ts'
import { urls } from '~/shop/urls.ts'
import type { RelatedParts } from './contract.ts'

type Props = {
  related: RelatedParts
  /** Instead of what a card has everywhere else. */
  Action?: ComponentType<{ product: Product }>
}

/** What the owner has put together first, then what customers have. */
export const RelatedSections = ({ related: { needed, together }, Action }: Props) => (
  <>
    <PartRow id="needed" heading="You also need" parts={needed} Action={Action} />
    <PartRow id="together" heading="Often bought together" parts={together} Action={Action} />
  </>
)

type RowProps = { id: string; heading: string; parts: Product[]; Action: Props['Action'] | undefined }

/** Nothing for a part with which nothing goes. */
function PartRow({ id, heading, parts, Action }: RowProps) {
  const { CardAction } = use(SlotsContext)
  const Button = Action ?? CardAction
  if (parts.length === 0) return null
  return (
    <section className="mt-12 grid gap-4 border-t border-line pt-10" aria-labelledby={id}>
      <h2 id={id} className="text-[22px]">
        {heading}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {parts.map((product) => (
          <PartTile key={product._id} product={product}>
            {Button && <Button product={product} />}
          </PartTile>
        ))}
      </ul>
    </section>
  )
}

const PartTile = ({ product, children }: { product: Product; children: ReactNode }) => (
  <li className="panel relative flex flex-col gap-2 p-3 text-sm shadow-none">
    <ProductPicture
      image={product.image}
      alt=""
      sizes="(min-width: 1024px) 180px, (min-width: 640px) 30vw, 40vw"
      shape="aspect-4/3 rounded-control"
    />
    <Link
      to={urls.product(product._id)}
      className="font-medium after:absolute after:inset-0 after:rounded-card hover:underline"
    >
      {keepUnits(product.productName)}
    </Link>
    <ListedFit product={product} />
    <p className="mt-auto flex flex-wrap items-baseline gap-x-1.5">
      <span className="font-display text-[17px] font-bold">
        <Money amount={product.price} />
      </span>
      <span className="text-[13px] text-muted">{oneUnit(product.unit)}</span>
      <Deposit amount={product.deposit} />
    </p>
    {children}
  </li>
)
