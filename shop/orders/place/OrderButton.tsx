import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'

type Props = {
  product: Pick<Product, 'availableQty' | 'orderQty'>
  isStale: boolean
  isSending: boolean
  /** Something is asked for first. */
  isQuiet: boolean
}

/** What admins read instead. */
export const NoOrdersByStaff = () => (
  <p className="rounded-control bg-warn-tint px-4 py-3 font-medium text-warn">
    Order option for site admin is not allowed !!!
  </p>
)

/** A button that cannot be pressed says why. */
export function OrderButton({ product, isStale, isSending, isQuiet }: Props) {
  const why = reason(product, isStale)
  return (
    <button
      type="submit"
      className={`btn btn-big ${isQuiet ? 'btn-quiet' : 'btn-main'} ${isOrderable(product) ? '' : 'col-span-full'}`}
      disabled={why !== undefined}
      aria-disabled={isSending}
    >
      {why ?? (isSending ? 'Ordering…' : 'Order now')}
    </button>
  )
}

function reason({ availableQty, orderQty }: Props['product'], isStale: boolean) {
  if (isStale) return "Can't order right now"
  if (availableQty <= 0) return 'Out of Stock'
  if (!isOrderable({ availableQty, orderQty })) return `Only ${availableQty} left, the minimum is ${orderQty}`
  return undefined
}
