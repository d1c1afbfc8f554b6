import type { OrderRow, ProductRow } from '~/database/tables.ts'
import { toCents, toDollars } from '~/platform/money.ts'
import { isChargeable } from '~/shop/payments/rules.ts'

export const sizes = ['SM', 'M', 'L', 'XL'] as const
export type Size = (typeof sizes)[number]

export const longestQuantity = 10

type Stock = { availableQty: number; orderQty: number }

/** What is wrong with a quantity as it was typed, in the words that the form shows; undefined when nothing is. */
export function quantityProblem(typed: string, { availableQty, orderQty }: Stock) {
  if (typed.trim() === '') return quantityMissing
  if (!isWholeNumber(typed.trim())) return quantityNotReal
  const quantity = Number(typed)
  if (quantity < orderQty) return quantityBelow(orderQty)
  return quantity > availableQty ? quantityAbove : undefined
}

/** As many as the car needs, if that can be had; never fewer than the minimum. */
export const quantityToPropose = ({ availableQty, orderQty }: Stock, needed = 0) =>
  needed > orderQty && needed <= availableQty ? needed : orderQty

export const quantityMissing = 'Quantity is required'
export const quantityNotReal = 'Quantity must be a real number'
export const quantityBelow = (min: number | string) => `Quantity must be at least ${min}`
export const quantityAbove = 'Quantity must be less than or equal to available quantity'

export const isWholeNumber = (typed: string) => /^[1-9]\d*$/.test(typed) && typed.length <= longestQuantity

export const totalCents = (unitCents: number, quantity: number) => unitCents * quantity

/** What is left of an order: pieces, their price with deposits, and of how many pieces there still is one. */
export type Left = { cents: number; quantity: number; deposits?: number; depositCents?: number }

/** What some of the pieces that are left of an order come to, of what is left of its price: all of them take all of it. */
export function centsOfPieces(left: Left, pieces: number) {
  if (pieces === 0) return 0
  const { cents, quantity, deposits = 0, depositCents = 0 } = left
  const goods = Math.floor(((cents - deposits * depositCents) * pieces) / quantity)
  return goods + depositsWith(left, pieces) * depositCents
}

/** Of how many pieces the deposit goes back with so many pieces: for what is refunded the shop keeps none. */
export const depositsWith = ({ quantity, deposits = 0 }: Left, pieces: number) =>
  pieces === quantity ? deposits : Math.min(pieces, deposits)

/**
 * None of its price is here: it cost nothing, or a code made its goods free and the deposit went back for old parts. Its
 * pieces are its customer's all the same.
 */
export const holdsNoMoney = (order: Pick<OrderRow, 'price_cents' | 'deposit_cents' | 'deposits_back'>) =>
  order.price_cents === order.deposit_cents * order.deposits_back

/** Above this sum delivery is free, as the home page says. */
export const freeDeliveryCents = 10_000

/** What the delivery of goods for this sum costs; what costs nothing is brought for nothing. */
export const deliveryCents = (goodsCents: number, feeCents: number) =>
  goodsCents > 0 && goodsCents <= freeDeliveryCents ? feeCents : 0

/**
 * What the delivery of the rest costs when an order of a purchase is cancelled: as much as before, but nothing for goods
 * that cost nothing, and the fee of now where it was free for a sum that is no longer reached.
 */
export const deliveryCentsOfRest = (
  goodsCents: { before: number; after: number },
  feeCents: { before: number; now: number },
) =>
  goodsCents.after === 0 || goodsCents.before > freeDeliveryCents
    ? deliveryCents(goodsCents.after, feeCents.now)
    : feeCents.before

/** What a code took off orders of one purchase, in cents; they have one code at most. */
export const discountOfOrders = (
  orders: { discount?: { code: string; amount: number } | undefined }[],
): { code: string | undefined; cents: number } => ({
  code: orders.find(({ discount }) => discount)?.discount?.code,
  cents: orders.reduce((sum, { discount }) => sum + toCents(discount?.amount ?? 0), 0),
})

/** Of how many pieces the shop still has the deposit. */
export const depositsHeld = ({
  paid,
  quantity,
  deposit,
}: {
  paid: boolean
  quantity: number
  deposit?: { back: number } | undefined
}) => (paid && deposit ? quantity - deposit.back : 0)

export const depositName = 'Deposit for old parts'

/** The deposits in the price of orders, in cents. */
export const depositOfOrders = (orders: { deposit?: { amount: number } | undefined }[]) =>
  orders.reduce((sum, { deposit }) => sum + toCents(deposit?.amount ?? 0), 0)

/** A free order, or one that a card can pay. */
export const isPayable = (cents: number) => cents === 0 || isChargeable(cents)

/** The price of the form: cents first, so that 3 x 0.1 is 0.3. */
export const totalPrice = (unitPrice: number, quantity: number) =>
  toDollars(totalCents(toCents(unitPrice), quantity))

/** What one piece is paid with, in dollars. */
export const withDeposit = ({ price, deposit }: { price: number; deposit: number }) =>
  toDollars(toCents(price) + toCents(deposit))

/** The provider's ids begin with `pi_`, which tells a customer nothing. */
export const shownTransactionId = (transactionId: string) => transactionId.slice(3)

/** Short enough to be read out on the phone: the end of the id, which is random. */
export const orderNumber = (orderId: string) => orderId.slice(-8).toUpperCase()

/** Paid orders, and those that cost nothing, have nothing to pay. */
export const needsPayment = (order: { paid: boolean; price?: number | undefined }) =>
  !order.paid && order.price !== undefined

/** Whether the bank takes a payment back, or only asks; what each means stands with the table of disputes. */
export const disputeStates = ['inquiry', 'open', 'closed', 'won', 'lost'] as const

/** Paid, and nothing of it is on its way back: what was returned by hand leaves the rest. */
export const isRefundable = (order: {
  price?: number | undefined
  refundable?: number | undefined
  paid: boolean
  refunded: boolean
  refund?: { state: string; rest?: number | undefined } | undefined
  dispute?: string | undefined
}) =>
  order.dispute !== 'open' &&
  order.paid &&
  order.price !== undefined &&
  (order.refunded ? order.refund?.rest !== undefined : order.refundable !== 0) &&
  (!order.refund || order.refund.state === 'succeeded')

/** Of a paid purchase that is not packed, and there is no money to refund. */
export const canBeTakenOut = (order: {
  price?: number | undefined
  paid: boolean
  delivery?: string | undefined
}) =>
  order.paid &&
  order.price === undefined &&
  (order.delivery === 'to_pack' || order.delivery === 'needs_address')

/** Stands where the name was, once a customer is deleted. */
export const deletedUser = 'Deleted user'

/** Which of their own orders a customer wants to see. */
export const myOrderFilters = ['all', 'cancelled'] as const

/** How far a refund has come; what each means stands with the table of refunds. */
export const refundStates = ['requested', 'pending', 'refused', 'failed', 'succeeded'] as const

/** Which of all orders an admin wants to see. */
export const orderFilters = ['all', 'unpaid', 'paid', 'refunded'] as const
export type OrderFilter = (typeof orderFilters)[number]

type Line = { productId: string; size: Size; quantity: number }

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
export type Bill = {
  problems: LineProblem[]
  /** Before the discount. */
  goodsCents: number
  discountCents: number
  /** For old parts: beside the goods, so that no code and no sum for free delivery goes by it. */
  depositCents: number
  feeCents: number
}

/** All that is to be paid. */
export const dueCentsOf = ({ goodsCents, discountCents, depositCents, feeCents }: Bill) =>
  goodsCents - discountCents + depositCents + feeCents

export function billOf(
  lines: Line[],
  productOf: (
    id: string,
  ) => Pick<ProductRow, 'price_cents' | 'deposit_cents' | 'available_qty' | 'order_qty'> | undefined,
): Pick<Bill, 'problems' | 'goodsCents' | 'depositCents'> {
  const problems = lineProblems(lines, (id) => {
    const product = productOf(id)
    return product && { availableQty: product.available_qty, orderQty: product.order_qty }
  })
  const sumOf = (column: 'price_cents' | 'deposit_cents') =>
    lines.reduce(
      (sum, { productId, quantity }) => sum + totalCents(productOf(productId)?.[column] ?? 0, quantity),
      0,
    )
  return { problems, goodsCents: sumOf('price_cents'), depositCents: sumOf('deposit_cents') }
}
