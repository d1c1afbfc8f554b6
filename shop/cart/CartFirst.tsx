import type { MouseEvent } from 'react'
import { Money } from '~/platform/ui/Money.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { unitsOf } from '~/shop/catalogue/unit.ts'
import { BuyingTerms } from '~/shop/orders/BuyingTerms.tsx'
import { quantityToPropose, totalPrice, withDeposit } from '~/shop/orders/rules.ts'
import { addToCart } from './AddToCart.tsx'

type Props = {
  product: Product
  /** How many the visitor's car needs, if that is known. */
  needed: number | undefined
  /** The id of the form to log in by, which stands below on a phone. */
  login: string
}

/** By hand: the browser's own jump would forget which part one came from. */
function jump(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const card = document.querySelector(event.currentTarget.hash)
  card?.scrollIntoView()
  card?.querySelector('input')?.focus({ preventScroll: true })
}

/** What a visitor does with a part: into the cart with it, or log in. */
export function CartFirst({ product, needed, login }: Props) {
  if (!isOrderable(product))
    return <p className="text-sm text-muted">Log in, and we can tell you when this part is back.</p>
  const quantity = quantityToPropose(product, needed)
  const goods = totalPrice(product.price, quantity)
  return (
    <>
      {product.orderQty > 1 && (
        <p className="text-[13px] text-muted">Minimum order quantity {product.orderQty}</p>
      )}
      <div className="buy-actions buy-bar">
        <p className="buy-total">
          <span className="text-muted">
            {unitsOf(quantity, product.unit)}
            {product.deposit > 0 && ' with deposit'}
          </span>
          <span className="font-display text-[24px] font-bold tracking-tight">
            <Money amount={totalPrice(withDeposit(product), quantity)} />
          </span>
        </p>
        <a href={`#${login}`} className="btn btn-quiet btn-big md:hidden" onClick={jump}>
          Login
        </a>
        <button
          type="button"
          className="btn btn-main btn-big md:col-span-full"
          onClick={() => void addToCart(product, { size: 'M', quantity })}
        >
          Add to cart
        </button>
      </div>
      <BuyingTerms goods={goods} part={product} quantity={quantity} />
    </>
  )
}
