import { useEffect, useSyncExternalStore } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { fitmentRoutes } from '~/shop/routes.ts'
import { currentCar, onGarage } from '~/shop/vehicles/garage/garage.ts'
import type { FitMark } from './contract.ts'

/** As many as one call takes. */
const mostInCall = 48

/** Of one car, with what was said about it. */
let markedFor = ''
let marks = new Map<string, FitMark>()
const waiting = new Set<string>()
const listeners = new Set<() => void>()
let summary = ''

/** The mark of a part for the driven car; undefined while it is on its way, or when it cannot be had. */
export function useMark(productId: string) {
  useEffect(() => {
    shown.set(productId, (shown.get(productId) ?? 0) + 1)
    want(productId)
    return () => {
      const others = shown.get(productId)! - 1
      if (others > 0) shown.set(productId, others)
      else shown.delete(productId)
    }
  }, [productId])
  return useSyncExternalStore(
    subscribe,
    () => marks.get(productId),
    () => undefined,
  )
}

/** Said once when the marks of a page have come. */
export const useMarksSummary = () =>
  useSyncExternalStore(
    subscribe,
    () => summary,
    () => '',
  )

/** Parts on the page, and how often each stands on it. */
const shown = new Map<string, number>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const redraw = () => {
  for (const listener of listeners) listener()
}

/** All that ask in the same moment are asked for in one call. */
function want(productId: string) {
  if (!currentCar() || marks.has(productId)) return
  if (waiting.size === 0) queueMicrotask(() => void ask())
  waiting.add(productId)
}

async function ask() {
  const car = currentCar()
  const parts = [...waiting]
  waiting.clear()
  if (!car) return
  const asked = keyOf()
  for (let n = 0; n < parts.length; n += mostInCall) {
    const query = {
      car: car.vehicleId,
      facts: car.facts,
      parts: parts.slice(n, n + mostInCall).join(','),
    }
    // Without a mark a card is what it was before.
    const found = await getByHttp(fitmentRoutes.listFitMarks, { query }).catch(() => undefined)
    if (asked !== keyOf()) return
    for (const mark of found?.data ?? []) marks.set(mark._id, mark)
  }
  const fitting = [...shown.keys()].filter((id) => marks.get(id)?.verdict === 'fits').length
  summary = `${fitting} of ${shown.size} parts on this page fit your car`
  redraw()
}

const keyOf = () => {
  const car = currentCar()
  return car ? `${car.vehicleId} ${car.facts}` : ''
}

/** Another car, or another fact about it: every mark is asked for again. */
onGarage(() => {
  if (keyOf() === markedFor) return
  markedFor = keyOf()
  marks = new Map()
  summary = ''
  redraw()
  for (const id of shown.keys()) want(id)
})
markedFor = keyOf()
