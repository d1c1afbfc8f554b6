import { toCents } from '~/platform/money.ts'
import type { OfferedDiscount } from '~/shop/discounts/contract.ts'
import { discountOf, problemWords } from '~/shop/discounts/rules.ts'
import type { LineProblem } from '~/shop/orders/rules.ts'
import { deliveryCents, totalCents as lineCents, lineProblems } from '~/shop/orders/rules.ts'
import type { DeliveryTo } from '~/shop/rates/contract.ts'
import type { Offer } from '~/shop/rates/ways.ts'
import { collectionId, collectionName, offersOfZone } from '~/shop/rates/ways.ts'
import type { Cart, CartLineView } from './contract.ts'

export const problemsOf = (lines: CartLineView[]) =>
  lineProblems(lines, (id) => lines.find(({ productId }) => productId === id)?.product)

/** What is the matter with a line, in words for the customer. */
export function wordsOf({ problem, availableQty = 0, minimum = 0 }: LineProblem) {
  if (problem === 'gone') return 'This part is no longer sold. Remove it to order the others.'
  if (problem === 'below_minimum') return `The minimum is ${minimum}.`
  if (problem === 'too_few_left') return `Only ${availableQty} left.`
  return availableQty > 0 ? `Only ${availableQty} left, the minimum is ${minimum}.` : 'Out of stock.'
}

/** In cents: what a code takes off the cart and each of its lines; or why it takes nothing off. */
export type Savings = { cents: number; shares: number[]; problem?: string }

/** By the same rules as the server, so that a change of the cart is seen at once. */
export function savingsOf(lines: CartLineView[], offered: OfferedDiscount | undefined): Savings {
  const none = { cents: 0, shares: lines.map(() => 0) }
  if (!offered) return none
  const found = discountOf(
    offered,
    lines.map(({ productId, product, quantity }) => ({
      unitCents: product ? toCents(product.price) : 0,
      quantity,
      isEligible: product !== undefined && (!offered.parts || offered.productIds.includes(productId)),
    })),
  )
  return 'problem' in found ? { ...none, problem: problemWords(found, offered) } : found
}

/**
 * In cents: the parts, their delivery, the deposits for old parts, what a code takes off, and what is to be paid. Parts that are gone cost nothing.
 * Delivery goes by the parts before the discount; what costs nothing is brought for nothing.
 */
export function sumsOf({ lines, deliveryFee, delivery: to }: Cart, way?: string, savedCents = 0) {
  const sumOf = (what: 'price' | 'deposit') =>
    lines.reduce((sum, { product, quantity }) => sum + lineCents(toCents(product?.[what] ?? 0), quantity), 0)
  const [goods, deposit] = [sumOf('price'), sumOf('deposit')]
  const offers = to && offersAt(to, lines)
  const offer = offers?.find(({ id }) => id === way) ?? offers?.find(({ id }) => id !== collectionId)
  const fee = to ? (offer?.cents ?? 0) : deliveryCents(goods, toCents(deliveryFee))
  const delivery = goods === savedCents ? 0 : fee
  return { goods, delivery, deposit, total: goods - savedCents + deposit + delivery, offers, offer }
}

/** How these parts can get there, as the server decides it. */
function offersAt({ zone, assumedGrams, collection }: DeliveryTo, lines: CartLineView[]): Offer[] {
  const parts = lines.flatMap(({ product, quantity }) =>
    product
      ? [{ unitCents: toCents(product.price), quantity, grams: product.grams, ships: product.ships }]
      : [],
  )
  const collected = { id: collectionId, name: collectionName, cents: 0 }
  return [
    ...offersOfZone(zone, parts, assumedGrams),
    ...(collection ? [{ ...collected, days: collection.days }] : []),
  ]
}

type LinesOfCar = { vehicleId: string; title: string; lines: CartLineView[] }

/** The car that is driven first, what is for no car last. */
export function groupByCar(lines: CartLineView[], driven: string | undefined): LinesOfCar[] {
  const idOf = ({ car }: CartLineView) => car?.vehicleId ?? ''
  const rank = (vehicleId: string) => (vehicleId === driven ? 0 : vehicleId ? 1 : 2)
  return [...new Set(lines.map(idOf))]
    .sort((a, b) => rank(a) - rank(b))
    .map((vehicleId) => {
      const ofCar = lines.filter((line) => idOf(line) === vehicleId)
      return { vehicleId, title: titleOf(vehicleId, ofCar), lines: ofCar }
    })
}

function titleOf(vehicleId: string, lines: CartLineView[]) {
  if (!vehicleId) return 'For no car in particular'
  const car = lines.find(({ fit }) => fit)?.fit?.car
  if (car) return `For ${car}`
  // Of a part that is gone nobody knows how it fits, nor for which car.
  return lines.some(({ product }) => product) ? 'For a car that is no longer on our list' : 'For your car'
}
