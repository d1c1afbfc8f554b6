import { useEffect } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { createStore } from '~/platform/client/store.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { fitmentRoutes } from '~/shop/routes.ts'
import { currentCar, garageStore } from '~/shop/vehicles/garage/garage.ts'
import type { PartMark } from './contract.ts'

/** On a card, in a line that is there before the mark. */
export function FitMark({ product }: { product: Product }) {
  const mark = useMark(product._id)
  if (!mark) return null
  return (
    <p title={mark.words}>
      <FitVerdict verdict={mark.verdict} words={mark.words} />
    </p>
  )
}

/** For those who hear the page: once for all marks. */
export const MarksSummary = () => (
  <p role="status" className="sr-only">
    {useMarksSummary()}
  </p>
)

/** As many as one call takes. */
const mostInCall = 48

type Marks = {
  marks: ReadonlyMap<string, PartMark>
  /** Said once when the marks of a page have come. */
  summary: string
}
const none: Marks = { marks: new Map(), summary: '' }
/** Of one car, with what was said about it. */
let markedFor = ''
const markStore = createStore(none)
const waiting = new Set<string>()

/** The mark of a part for the driven car; undefined while it is on its way, or when it cannot be had. */
function useMark(productId: string) {
  useEffect(() => {
    shown.set(productId, (shown.get(productId) ?? 0) + 1)
    want(productId)
    return () => {
      const others = shown.get(productId)! - 1
      if (others > 0) shown.set(productId, others)
      else shown.delete(productId)
      // What was said of them is not said on a page without parts.
      if (shown.size === 0) markStore.set({ ...markStore.get(), summary: '' })
    }
  }, [productId])
  return markStore.use(({ marks }) => marks.get(productId))
}

const useMarksSummary = () => markStore.use(({ summary }) => summary)

/** Parts on the page, and how often each stands on it. */
const shown = new Map<string, number>()

/** All that ask in the same moment are asked for in one call. */
function want(productId: string) {
  if (!currentCar() || markStore.get().marks.has(productId)) return
  if (waiting.size === 0) queueMicrotask(() => void ask())
  waiting.add(productId)
}

async function ask() {
  const car = currentCar()
  const parts = [...waiting]
  waiting.clear()
  if (!car) return
  const asked = keyOf()
  const marks = new Map(markStore.get().marks)
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
  markStore.set({ marks, summary: `${fitting} of ${shown.size} parts on this page fit your car` })
}

const keyOf = () => {
  const car = currentCar()
  return car ? `${car.vehicleId} ${car.facts}` : ''
}

/** Another car, or another fact about it: every mark is asked for again. */
garageStore.subscribe(() => {
  if (keyOf() === markedFor) return
  markedFor = keyOf()
  markStore.set(none)
  for (const id of shown.keys()) want(id)
})
markedFor = keyOf()
