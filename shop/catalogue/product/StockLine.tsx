import type { Product } from '../contract.ts'
import { isOrderable } from '../rules.ts'

/** Never by colour alone: the words say it too. */
export function StockLine({ product }: { product: Pick<Product, 'availableQty' | 'orderQty'> }) {
  const { availableQty, orderQty } = product
  if (availableQty <= 0) return <Line tone="bg-danger" text="0 left, out of stock" />
  if (!isOrderable(product))
    return <Line tone="bg-warn" text={`${availableQty} left, sold from ${orderQty}`} />
  return <Line tone="bg-success" text={`${availableQty} left`} />
}

const Line = ({ tone, text }: { tone: string; text: string }) => (
  <p className="flex items-center gap-2 text-sm text-muted">
    <span className={`size-2 flex-none rounded-full ${tone}`} aria-hidden="true" />
    {text}
  </p>
)
