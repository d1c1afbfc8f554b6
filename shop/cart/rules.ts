import type { Size } from '~/shop/orders/rules.ts'

/** What the browser stores and sends: which part, in which size, how many, the price that was shown for one, and the car. */
export type CartLine = {
  productId: string
  size: Size
  quantity: number
  price?: number | undefined
  car?: { vehicleId: string; facts: string } | undefined
}

export const mostLines = 100
export const cartFull = `A cart holds at most ${mostLines} lines. Order these first, or remove some.`
export const noCartForStaff = 'Staff place no orders and have no cart.'

type Key = Pick<CartLine, 'productId' | 'size'>
export const isSameLine = (a: Key, b: Key) => a.productId === b.productId && a.size === b.size

/** Without what the server says about it. */
export const toLine = <L extends CartLine>({ productId, size, quantity, price, car }: L): CartLine => ({
  productId,
  size,
  quantity,
  ...(price !== undefined && { price }),
  ...(car && { car }),
})

/** The cart with this line as it is given; a quantity of 0 removes it. */
export function withLine(lines: CartLine[], line: CartLine): CartLine[] {
  if (line.quantity === 0) return lines.filter((it) => !isSameLine(it, line))
  return lines.some((it) => isSameLine(it, line))
    ? lines.map((it) => (isSameLine(it, line) ? line : it))
    : [...lines, line]
}

/** The larger quantity of each line, with a car if one of both has one: merging twice, or in another order, comes to the same. */
export const mergeCarts = (first: CartLine[], second: CartLine[]) =>
  second.reduce((lines, line) => {
    const known = lines.find((it) => isSameLine(it, line))
    const larger = known && known.quantity >= line.quantity ? known : line
    const car = larger.car ?? known?.car ?? line.car
    return larger === known && car === known.car ? lines : withLine(lines, { ...larger, car })
  }, first)

export const piecesIn = (lines: Pick<CartLine, 'quantity'>[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
