import type { Db } from '~/platform/db/database.server.ts'
import type { CarOfLine, OrderedFit, PartFit } from './contract.ts'
import { refuse } from './contract.ts'
import { fitsOf, loadCars } from './judge-parts.server.ts'

type Line = { productId: string; car?: CarOfLine | undefined }

/** How each line fits its car; undefined without a car, and where the car or the part does not exist. */
export async function fitsOfLines(db: Db, lines: Line[]): Promise<(PartFit | undefined)[]> {
  if (lines.every(({ car }) => !car)) return lines.map(() => undefined)
  const cars = await loadCars(
    db,
    lines.flatMap(({ car }) => car ?? []),
  )
  const ofLines = lines.map(({ car, productId }) => ({ car: car && cars.shift(), partId: productId }))
  const pairs = ofLines.flatMap(({ car, partId }) => (car ? { car, partId } : []))
  const fits = await fitsOf(db, pairs)
  return ofLines.map(({ car }) => (car ? fits.shift() : undefined))
}

/** What the orders of these lines store; null without a car. Refuses a verdict that is not the one that was shown. */
export async function fitsToOrder(db: Db, lines: Line[]): Promise<(string | null)[]> {
  const fits = await fitsOfLines(db, lines)
  return lines.map(({ car }, n) => {
    const fit = fits[n]
    if (!car) return null
    if (!fit) throw refuse('unknown_vehicle')
    if (car.verdict && car.verdict !== fit.verdict)
      throw refuse('fit_changed', { details: { verdict: fit.verdict } })
    return JSON.stringify({ ...shownFit(fit), vehicleId: car.vehicleId, facts: car.facts })
  })
}

export const shownFit = ({ car, verdict, words, reason }: PartFit): OrderedFit => ({
  car: car.name,
  verdict,
  words,
  reason,
})

/** What is shown of the fit that an order has stored. */
export function orderedFit(stored: string): OrderedFit {
  const { car, verdict, words, reason }: OrderedFit = JSON.parse(stored)
  return { car, verdict, words, reason }
}
