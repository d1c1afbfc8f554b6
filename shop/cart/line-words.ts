import { toCents } from '~/platform/money.ts'
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

/** In cents: the parts, their delivery and both. Parts that are gone cost nothing. */
export function sumsOf({ lines, deliveryFee, delivery: to }: Cart, way?: string) {
  const goods = lines.reduce(
    (sum, { product, quantity }) => sum + (product ? lineCents(toCents(product.price), quantity) : 0),
    0,
  )
  const offers = to && offersAt(to, lines)
  const offer = offers?.find(({ id }) => id === way) ?? offers?.find(({ id }) => id !== collectionId)
  const delivery = to ? (offer?.cents ?? 0) : deliveryCents(goods, toCents(deliveryFee))
  return { goods, delivery, total: goods + delivery, offers, offer }
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
