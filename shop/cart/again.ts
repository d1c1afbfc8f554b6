import type { Size } from '~/shop/orders/rules.ts'
import type { CartLine } from './rules.ts'

type Ordered = { productId: string; productName: string; size: Size; quantity: number }
type Stock = { price: number; availableQty: number; orderQty: number }

/** A part that could not be had as it was ordered before: how many there are of those that were wanted. */
export type Shortage = { productName: string; wanted: number; got: number; isGone: boolean }

/** What of an earlier purchase can be had today, at today's price. Sizes of one product come from the same shelf. */
export function linesAgain(ordered: Ordered[], stockOf: (productId: string) => Stock | undefined) {
  const lines: CartLine[] = []
  const shortages: Shortage[] = []
  const left = new Map<string, number>()
  for (const { productId, productName, size, quantity: wanted } of ordered) {
    const stock = stockOf(productId)
    const available = left.get(productId) ?? stock?.availableQty ?? 0
    // The minimum may have changed since.
    const most = Math.min(Math.max(wanted, stock?.orderQty ?? 0), available)
    const got = stock && most >= stock.orderQty ? most : 0
    left.set(productId, available - got)
    if (stock && got > 0) addLine(lines, { productId, size, quantity: got, price: stock.price })
    if (got < wanted) shortages.push({ productName, wanted, got, isGone: !stock })
  }
  return { lines, shortages }
}

function addLine(lines: CartLine[], line: CartLine) {
  const known = lines.find((it) => it.productId === line.productId && it.size === line.size)
  if (known) known.quantity += line.quantity
  else lines.push(line)
}

export function shortageWords({ productName, wanted, got, isGone }: Shortage) {
  if (isGone) return `${productName} is no longer sold.`
  if (got === 0) return `${productName} is out of stock.`
  return `Only ${got} of ${wanted} are left of ${productName}.`
}
