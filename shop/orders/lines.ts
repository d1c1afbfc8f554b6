import type { ProductRow } from '~/database/tables.ts'
import type { Size } from './rules.ts'
import { deliveryCents, totalCents } from './rules.ts'

type Line = { productId: string; size: Size; quantity: number }
type Stock = { availableQty: number; orderQty: number }

/** Why a line of a cart cannot be had, with what the customer needs to know to change it. */
export type LineProblem = {
  productId: string
  size: Size
  problem: 'gone' | 'out_of_stock' | 'too_few_left' | 'below_minimum'
  /** Of all sizes together. */
  availableQty?: number
  minimum?: number
}

/** Every line that cannot be had. Sizes of one product come from the same shelf. */
export function lineProblems<L extends Line>(
  lines: L[],
  stockOf: (productId: string) => Stock | undefined,
): LineProblem[] {
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of lines) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  return lines.flatMap(({ productId, size, quantity }) => {
    const stock = stockOf(productId)
    if (!stock) return { productId, size, problem: 'gone' }
    const { availableQty, orderQty: minimum } = stock
    if (availableQty < minimum) return { productId, size, problem: 'out_of_stock', availableQty, minimum }
    if (wanted.get(productId)! > availableQty)
      return { productId, size, problem: 'too_few_left', availableQty }
    return quantity < minimum ? { productId, size, problem: 'below_minimum', minimum } : []
  })
}

/** What a purchase comes to, and which of its lines cannot be had. */
export type Bill = { problems: LineProblem[]; goodsCents: number; feeCents: number }

export function billOf(
  lines: Line[],
  productOf: (id: string) => Pick<ProductRow, 'price_cents' | 'available_qty' | 'order_qty'> | undefined,
  deliveryFeeCents: number,
): Bill {
  const problems = lineProblems(lines, (id) => {
    const product = productOf(id)
    return product && { availableQty: product.available_qty, orderQty: product.order_qty }
  })
  const goodsCents = lines.reduce(
    (sum, { productId, quantity }) => sum + totalCents(productOf(productId)?.price_cents ?? 0, quantity),
    0,
  )
  return { problems, goodsCents, feeCents: deliveryCents(goodsCents, deliveryFeeCents) }
}
