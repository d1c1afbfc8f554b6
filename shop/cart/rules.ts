import type { Size } from '~/shop/orders/rules.ts'

/** What the browser stores and sends: which part, in which size, how many, the price that was shown for one, and the car. */
export type CartLine = {
  productId: string
  size: Size
  quantity: number
  price?: number | undefined
  car?: { vehicleId: string; facts: string } | undefined
}

/** What is to be ordered, and what is saved for later. A part of one size is in one of the two. */
export type CartLists = { lines: CartLine[]; saved: CartLine[] }
export type ListName = keyof CartLists
export const listNames = ['lines', 'saved'] as const satisfies ListName[]

/** Of each list. */
export const mostLines = 100
export const cartFull = `A cart holds at most ${mostLines} lines. Order these first, or remove some.`
export const savedFull = `At most ${mostLines} parts are saved for later. Remove some of them first.`
export const fullWords = { lines: cartFull, saved: savedFull }
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

const without = <L extends Key>(lines: L[], line: Key) => lines.filter((it) => !isSameLine(it, line))

/** With this line as it is given in one list, and not in the other; a quantity of 0 removes it from its list alone. */
export function withLine<L extends CartLine>(cart: Record<ListName, L[]>, line: L, list: ListName) {
  if (line.quantity === 0) return { ...cart, [list]: without(cart[list], line) }
  const moved = { lines: without(cart.lines, line), saved: without(cart.saved, line) }
  return { ...moved, [list]: replaced(cart[list], line) }
}

const replaced = <L extends Key>(lines: L[], line: L) =>
  lines.some((it) => isSameLine(it, line))
    ? lines.map((it) => (isSameLine(it, line) ? line : it))
    : [...lines, line]

/** What one cart has in the list and the other saved for later is in the list. Merging twice, or in another order, comes to the same. */
export function mergeCarts(first: CartLists, second: CartLists): CartLists {
  const lines = mergeLines(first.lines, second.lines)
  const saved = mergeLines(first.saved, second.saved)
  return { lines, saved: saved.filter((line) => !lines.some((it) => isSameLine(it, line))) }
}

/** The larger quantity of each line, with a car if one of both has one. */
const mergeLines = (first: CartLine[], second: CartLine[]) =>
  second.reduce((lines, line) => {
    const known = lines.find((it) => isSameLine(it, line))
    const larger = known && known.quantity >= line.quantity ? known : line
    const car = larger.car ?? known?.car ?? line.car
    return larger === known && car === known.car ? lines : replaced(lines, { ...larger, car })
  }, first)

export const piecesIn = (lines: Pick<CartLine, 'quantity'>[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
